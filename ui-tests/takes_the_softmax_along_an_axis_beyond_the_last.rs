use shaped::prelude::*;

fn main() {
    let scores: Tensor<f32, shape![64, 10]> = Tensor::ones();
    let y = scores.softmax(Axis::<2>);
}
