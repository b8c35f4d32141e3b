use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let y: Tensor<f32, shape![2, 3]> = Tensor::zeros();
    let _: Tensor<f32, shape![6, 3]> = x.concat(&y, Axis::<0>);
}
