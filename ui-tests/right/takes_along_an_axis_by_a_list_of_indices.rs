use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![32, 10]> = Tensor::zeros();
    let best: Tensor<usize, shape![32, 1]> = x.argmax_keepdim(Axis::<1>);
    let _ = x.take_along_axis(Axis::<1>, &best);
}
