use shaped::prelude::*;

fn shares<T: num_traits::Float, S: Shape>(x: &Tensor<T, S>) -> Tensor<T, S> {
    let sum = x.sum_all();
    x / sum
}

#[test]
fn compiles_and_runs() {
    assert_eq!(shares(&tensor![1.0, 3.0]), tensor![0.25, 0.75]);
}
