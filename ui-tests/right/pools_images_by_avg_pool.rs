use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let images: Tensor<f32, shape![8, 3, 32, 32]> = Tensor::ones();
    let smaller: Tensor<f32, shape![8, 3, 16, 16]> = images.avg_pool2d(Pool::new(Dim::<2>));
    assert_eq!(smaller.max_all(), 1.0);
}
