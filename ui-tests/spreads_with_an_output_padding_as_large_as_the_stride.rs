use shaped::prelude::*;

fn main() {
    let features: Tensor<f32, shape![8, 16, 14, 14]> = Tensor::zeros();
    let weights: Tensor<f32, shape![16, 3, 3, 3]> = Tensor::zeros();
    let options = TransposedConv::new().stride(Dim::<2>).output_padding(Dim::<2>);
    let _ = features.conv_transpose2d(&weights, options);
}
