use shaped::prelude::*;

fn main() {
    let scores: Tensor<f32, shape![4, 32, 8]> = Tensor::zeros();
    let _ = scores.mean(Axis::<3>);
}
