// What is stacked has one shape.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![4]> = Tensor::zeros();
    let y: Tensor<f32, shape![5]> = Tensor::zeros();
    let _ = x.stack(&y, Axis::<0>);
}
