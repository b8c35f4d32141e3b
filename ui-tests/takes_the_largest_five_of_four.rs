use shaped::prelude::*;

fn main() {
    let scores: Tensor<f32, shape![32, 4]> = Tensor::zeros();
    let _ = scores.topk(Axis::<-1>, Dim::<5>);
}
