// A matrix has two axes.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let _ = x.swap_axes(Axis::<0>, Axis::<2>);
}
