// The first axis lies outside the second.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![4, 3, 2]> = Tensor::zeros();
    let _ = x.flatten_axes(Axis::<2>, Axis::<1>);
}
