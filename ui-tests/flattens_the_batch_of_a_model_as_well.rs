use shaped::{nn::*, prelude::*};

fn scores<B: Size>(
    pictures: &Tensor<f32, shape![B, 64, 4, 4]>,
    head: &Linear<dim!(1024), dim!(10)>,
) -> Tensor<f32, shape![B, 10]> {
    head.forward(&pictures.flatten_axes(Axis::<0>, Axis::<-1>))
}

fn main() {}
