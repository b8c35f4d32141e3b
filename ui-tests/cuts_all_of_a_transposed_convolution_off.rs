use shaped::prelude::*;

fn main() {
    let features: Tensor<f32, shape![8, 16, 2, 2]> = Tensor::zeros();
    let weights: Tensor<f32, shape![16, 3, 3, 4]> = Tensor::zeros();
    let _ = features.conv_transpose2d(&weights, TransposedConv::new().padding(Dim::<2>));
}
