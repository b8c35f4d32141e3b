use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::ones();
    let _ = x.greater(0.5).select(&x, 0);
}
