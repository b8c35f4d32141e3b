use shaped::{nn::*, prelude::*};

fn joined<B: Size, N: Size>(
    heads: &Tensor<f32, shape![B, 8, N, 8]>,
    x: &Tensor<f32, shape![B, N, 64]>,
    out: &Linear<dim!(64), dim!(64)>,
) -> Tensor<f32, shape![B, N, 64]> {
    let y = heads.flatten_axes(Axis::<2>, Axis::<3>).to_tensor();
    x + out.forward(&y)
}

fn main() {}
