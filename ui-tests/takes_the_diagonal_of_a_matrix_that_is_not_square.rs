// A label that is there twice walks the diagonal.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![3, 4]> = Tensor::zeros();
    let _ = einsum!(i i -> i; &x);
}
