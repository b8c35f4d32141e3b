use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let mask = x.greater(0.0);
    let _ = x[&mask];
}
