use shaped::prelude::*;

fn main() {
    let weights: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let _ = weights.select(1.0, 0.0);
}
