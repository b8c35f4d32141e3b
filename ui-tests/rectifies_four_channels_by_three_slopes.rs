use shaped::{nn::*, prelude::*};

fn main() {
    let x: Tensor<f32, shape![8, 4, 14, 14]> = Tensor::ones();
    let y = Prelu::<dim!(3)>::default().forward(&x);
}
