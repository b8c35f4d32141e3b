use shaped::prelude::*;

fn main() {
    let features: Tensor<f32, shape![16, 4, 4]> = Tensor::zeros();
    let _ = features.pad_reflect(((Dim::<4>, Dim::<4>), (Dim::<4>, Dim::<4>)));
}
