use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![8, 32, 32]> = Tensor::zeros();
    assert_eq!(x.max_pool3d(Pool::new(Dim::<2>)).sizes(), [4, 16, 16]);
}
