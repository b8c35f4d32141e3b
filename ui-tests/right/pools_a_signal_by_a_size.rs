use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![3, 8]> = Tensor::zeros();
    assert_eq!(x.max_pool1d(Pool::new(Dim::<2>)).sizes(), [3, 4]);
}
