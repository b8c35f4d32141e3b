use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![8, 32, 10]> = Tensor::zeros();
    let at: Tensor<usize, shape![8, 1, 3]> = Tensor::zeros();
    let _ = x.take_along_axis(Axis::<2>, &at);
}
