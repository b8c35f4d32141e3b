use shaped::prelude::*;

fn main() {
    let left: Tensor<f32, shape![32, 10]> = Tensor::zeros();
    let right: Tensor<f32, shape![31, 10]> = Tensor::zeros();
    let _ = left.concat(&right, Axis::<1>);
}
