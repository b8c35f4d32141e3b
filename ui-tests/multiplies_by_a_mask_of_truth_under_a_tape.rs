use shaped::{grad::value_and_grad, prelude::*};

fn main() {
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    let keep = Tensor::<bool, shape![64, 4]>::full(true);
    value_and_grad(&x, |tape| (tape.input(&x) * tape.constant(&keep)).mean_all());
}
