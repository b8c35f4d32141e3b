use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![8, 10]> = Tensor::zeros();
    let _ = x.T().square();
}
