use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let weights: Tensor<f32, shape![2, 4, 6, 6]> = Tensor::ones();
    let values: Tensor<f32, shape![2, 6, 4, 8]> = Tensor::ones();
    let _ = weights.matmul(&values.swap_axes(Axis::<1>, Axis::<2>));
}
