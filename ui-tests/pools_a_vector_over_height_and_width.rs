use shaped::prelude::*;

fn main() {
    let scores: Tensor<f32, shape![10]> = Tensor::zeros();
    let _ = scores.max_pool2d(Pool::new(Dim::<2>));
}
