// There is no axis to resize.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![]> = Tensor::full(1.0);
    let _ = x.interpolate1d(Resize::to(Dim::<8>));
}
