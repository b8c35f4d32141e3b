use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let scores: Tensor<f32, shape![32, 1000]> = Tensor::zeros();
    let (_, _best): (_, Tensor<usize, shape![32, 5]>) = scores.topk(Axis::<1>, Dim::<5>);
}
