use shaped::prelude::*;

fn main() {
    let scores: Tensor<f32, shape![32, 1000]> = Tensor::zeros();
    let (_, _best): (_, Tensor<usize, shape![32, 3]>) = scores.topk(Axis::<1>, Dim::<5>);
}
