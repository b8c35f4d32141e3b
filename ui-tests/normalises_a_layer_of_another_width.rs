use shaped::{nn::*, prelude::*};

fn main() {
    let norm = LayerNorm::<dim!(512)>::default();
    let x: Tensor<f32, shape![2, 10, 768]> = Tensor::zeros();
    let _y = norm.forward(&x);
}
