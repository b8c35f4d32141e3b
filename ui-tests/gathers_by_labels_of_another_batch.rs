use shaped::prelude::*;

fn main() {
    let scores: Tensor<f32, shape![32, 10]> = Tensor::zeros();
    let labels: Tensor<usize, shape![31, 1]> = Tensor::zeros();
    let _ = scores.gather(Axis::<1>, &labels);
}
