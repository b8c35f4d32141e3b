// An axis is a value of a type of its own, and its number is to be written.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let _ = x.softmax(Axis);
}
