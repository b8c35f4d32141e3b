// The last axes are `D` and `E`.
use shaped::prelude::*;

fn embed<L: Shape, D: Size, E: Size>(
    tokens: &Tensor<f32, (L, D)>,
    position: &Tensor<f32, shape![E]>,
) -> Tensor<f32, (L, D)> {
    tokens + position
}

fn main() {
    embed(&tensor![[1.0, 2.0]], &tensor![3.0, 4.0]);
}
