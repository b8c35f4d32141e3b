use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let scores: Tensor<f32, shape![64, 10]> = Tensor::ones();
    let y = scores.softmax(Axis::<1>);
    assert_eq!(y, Tensor::full(0.1));
}
