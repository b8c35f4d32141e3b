use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let (largest, places): (Tensor<f32, shape![8, 14, 14]>, Tensor<usize, shape![8, 14, 14]>) =
        (Tensor::zeros(), Tensor::zeros());
    assert_eq!(largest.max_unpool2d(&places, (Dim::<28>, Dim::<28>)).sizes(), [8, 28, 28]);
}
