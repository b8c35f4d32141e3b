// Two parameters are two sizes.
use shaped::prelude::*;

fn sum<A: Size, B: Size>(left: &Tensor<f32, shape![A]>, right: &Tensor<f32, shape![B]>) {
    let _ = left + right;
}

fn main() {
    sum(&tensor![1.0], &tensor![2.0]);
}
