use shaped::{nn::*, prelude::*};

fn main() {
    let signal: Tensor<f32, shape![100]> = Tensor::ones();
    let y = Dropout2d(0.1).forward(&signal);
}
