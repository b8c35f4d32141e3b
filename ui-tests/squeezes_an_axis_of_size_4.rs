// Only an axis of size 1 can go.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![4, 1, 3]> = Tensor::zeros();
    x.squeeze(Axis::<0>);
}
