use shaped::prelude::*;

fn attend<N: Size, M: Size>(
    x: &Tensor<f32, shape![N, 8]>,
    mask: &Tensor<bool, shape![M]>,
) -> Tensor<f32, shape![N, 8]> {
    x.attention_masked(x, x, mask)
}

fn main() {}
