// One truth for each row is a column, `[B, 1]`.
use shaped::prelude::*;

fn blank<B: Size>(
    x: &Tensor<f32, shape![B, 3]>,
    gone: &Tensor<bool, shape![B]>,
) -> Tensor<f32, shape![B, 3]> {
    x.masked_fill(gone, 0.0)
}

fn main() {
    blank(&tensor![[1.0, 2.0, 3.0]], &tensor![true]);
}
