// Whether two shapes fit is the caller's to promise.
use shaped::prelude::*;

fn sum<L: Shape, R: Shape>(left: &Tensor<f32, L>, right: &Tensor<f32, R>) {
    let _ = left + right;
}

fn main() {
    sum(&tensor![1.0], &tensor![2.0]);
}
