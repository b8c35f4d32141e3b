// A volume has three axes.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![8, 8]> = Tensor::zeros();
    let _ = x.interpolate3d(Resize::to(Dim::<4>));
}
