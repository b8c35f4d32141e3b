// Widths of borders are sizes.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let _ = x.pad([(1, 1), (2, 2)], 0.0);
}
