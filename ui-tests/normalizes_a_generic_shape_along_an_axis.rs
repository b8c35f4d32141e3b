// Whether any operand has a last axis, nobody has said.
use shaped::prelude::*;

fn weights<S: Shape>(scores: &Tensor<f32, S>) -> Tensor<f32, S> {
    scores.softmax(Axis::<-1>)
}

fn main() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let _ = weights(&x);
}
