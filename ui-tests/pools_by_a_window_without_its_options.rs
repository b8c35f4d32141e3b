use shaped::prelude::*;

fn main() {
    let features: Tensor<f32, shape![8, 64, 14, 14]> = Tensor::zeros();
    let _ = features.max_pool2d(Dim::<2>);
}
