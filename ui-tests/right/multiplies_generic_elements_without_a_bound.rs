use shaped::prelude::*;

fn square<T: Copy + std::ops::Mul<Output = T>, S: Shape>(x: &Tensor<T, S>) -> Tensor<T, S> {
    x * x
}

#[test]
fn compiles_and_runs() {
    assert_eq!(square(&tensor![1.0, 2.0]), tensor![1.0, 4.0]);
}
