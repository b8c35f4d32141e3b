use shaped::prelude::*;

fn join<N: Size>(y: &Tensor<f32, shape![2, 4, N, 8]>) {
    let _ = rearrange!(y; b h n d -> b h (n d));
}

fn main() {}
