use shaped::prelude::*;

fn main() {
    let features: Tensor<f32, shape![8, 16, 14, 14]> = Tensor::zeros();
    let weights: Tensor<f32, shape![3, 16, 2, 2]> = Tensor::zeros();
    let _ = features.conv_transpose2d(&weights, TransposedConv::new().stride(Dim::<2>));
}
