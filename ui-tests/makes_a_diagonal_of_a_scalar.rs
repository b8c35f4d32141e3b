use shaped::prelude::*;

fn main() {
    let loss: Tensor<f32, shape![]> = Tensor::zeros();
    let _ = loss.diag();
}
