use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![8, 8, 8]> = Tensor::zeros();
    assert_eq!(x.max_pool3d(Pool::new(Dim::<2>)).sizes(), [4, 4, 4]);
}
