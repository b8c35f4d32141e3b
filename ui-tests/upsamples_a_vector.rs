use shaped::prelude::*;

fn main() {
    let scores: Tensor<f32, shape![10]> = Tensor::zeros();
    let _ = scores.upsample_nearest2d(Dim::<2>);
}
