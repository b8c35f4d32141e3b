use shaped::prelude::*;

fn main() {
    let tokens: Tensor<f32, shape![32, 768]> = Tensor::ones();
    let scale: Tensor<f32, shape![]> = Tensor::full(2.0);
    let y = tokens.rms_norm(&scale, 1e-6);
}
