use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let y = x.lazy() * 2.0;
    let _ = y[[0, 1]];
}
