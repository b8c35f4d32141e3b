use shaped::prelude::*;

fn shares<T: Copy + num_traits::Zero, S: Shape>(x: &Tensor<T, S>) -> Tensor<T, S> {
    let sum = x.sum_all();
    x / sum
}

fn main() {
    let _ = shares(&tensor![1.0, 3.0]);
}
