// A matrix has two axes.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let _ = x.flatten_axes(Axis::<1>, Axis::<2>);
}
