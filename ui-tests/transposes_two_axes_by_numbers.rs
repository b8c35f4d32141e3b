use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![8, 4, 16, 64]> = Tensor::zeros();
    let _ = x.transpose(1, 2);
}
