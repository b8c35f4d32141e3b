// The result has the shape of both, stretched.
use shaped::prelude::*;

fn outer(a: &Tensor<f32, shape![2, 1]>, b: &Tensor<f32, shape![3]>) -> Tensor<f32, shape![2, 1]> {
    a * b
}

fn main() {
    let _ = outer(&tensor![[1.0], [2.0]], &tensor![1.0, 2.0, 3.0]);
}
