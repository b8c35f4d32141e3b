use shaped::{nn::*, prelude::*};

fn main() {
    let norm = BatchNorm2d::<dim!(64)>::default();
    let features: Tensor<f32, shape![8, 32, 14, 14]> = Tensor::zeros();
    let _y = norm.forward(&features);
}
