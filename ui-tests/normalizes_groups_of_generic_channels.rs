use shaped::{nn::*, prelude::*};

fn activated<B: Size, C: StaticSize>(
    norm: &GroupNorm<dim!(4), C>,
    x: &Tensor<f32, shape![B, C, 8, 8]>,
) -> Tensor<f32, shape![B, C, 8, 8]> {
    norm.forward(x).silu()
}

fn main() {
    activated(&GroupNorm::default(), &Tensor::<f32, shape![2, 16, 8, 8]>::ones());
}
