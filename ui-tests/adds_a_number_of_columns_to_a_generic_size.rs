// Nothing says that `D` is 3.
use shaped::prelude::*;

fn shift<B: Size, D: Size>(x: &Tensor<f32, shape![B, D]>) {
    let _ = x + tensor![1.0, 2.0, 3.0];
}

fn main() {
    shift(&tensor![[1.0, 2.0, 3.0]]);
}
