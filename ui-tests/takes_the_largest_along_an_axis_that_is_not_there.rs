use shaped::prelude::*;

fn main() {
    let scores: Tensor<f32, shape![32, 4]> = Tensor::zeros();
    let _ = scores.topk(Axis::<2>, Dim::<2>);
}
