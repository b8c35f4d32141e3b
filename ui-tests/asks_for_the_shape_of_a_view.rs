use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![4, 3, 2]> = Tensor::ones();
    let view = x.permute(axes![2, 0, 1]);
    shaped::debug_shape!(view);
}
