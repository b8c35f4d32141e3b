// A volume has three axes.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![32, 32]> = Tensor::zeros();
    let _ = x.max_pool3d(Pool::new(Dim::<2>));
}
