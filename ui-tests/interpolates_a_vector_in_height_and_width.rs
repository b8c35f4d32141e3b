use shaped::prelude::*;

fn main() {
    let signal: Tensor<f32, shape![100]> = Tensor::zeros();
    let _ = signal.interpolate2d(Resize::by(Dim::<2>).linear());
}
