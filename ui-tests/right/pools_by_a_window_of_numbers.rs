use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let images: Tensor<f32, shape![8, 16, 32, 32]> = Tensor::zeros();
    let _ = images.max_pool2d(Pool::new((Dim::<2>, Dim::<2>)));
}
