use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![512]> = Tensor::ones();
    let weight: Tensor<f32, shape![5, 512]> = Tensor::ones();
    let y = x.rms_norm(&weight, 1e-5);
}
