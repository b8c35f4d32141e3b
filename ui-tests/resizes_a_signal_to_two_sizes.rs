// A signal has one axis to resize.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![3, 16]> = Tensor::zeros();
    let _ = x.interpolate1d(Resize::to((Dim::<8>, Dim::<8>)));
}
