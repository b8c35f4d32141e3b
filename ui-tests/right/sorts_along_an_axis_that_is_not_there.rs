use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![10]> = Tensor::zeros();
    let _ = x.sort(Axis::<0>, Order::Descending);
}
