use shaped::prelude::*;

fn square<T: Copy, S: Shape>(x: &Tensor<T, S>) -> Tensor<T, S> {
    x * x
}

fn main() {
    let _ = square(&tensor![1.0, 2.0]);
}
