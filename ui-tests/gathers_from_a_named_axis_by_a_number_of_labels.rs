use shaped::prelude::*;

fn main() {
    axis!(Batch);
    let scores = Tensor::<f32, shape![Batch, 10]>::zeros_with(Batch(32));
    let labels: Tensor<usize, shape![32, 1]> = Tensor::zeros();
    let _ = scores.gather(Axis::<1>, &labels);
}
