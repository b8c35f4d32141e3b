use shaped::prelude::*;

fn main() {
    let weights: Tensor<f32, shape![10]> = Tensor::zeros();
    let _ = weights.tril(0);
}
