// Whether any shape has a last axis, the bound says.
use shaped::prelude::*;

fn totals<S: Shape>(x: &Tensor<f32, S>) -> f32 {
    x.sum(Axis::<-1>).sum_all()
}

fn main() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let _ = totals(&x);
}
