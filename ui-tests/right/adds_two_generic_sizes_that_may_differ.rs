use shaped::prelude::*;

fn sum<A: Size>(left: &Tensor<f32, shape![A]>, right: &Tensor<f32, shape![A]>) {
    let _ = left + right;
}

#[test]
fn compiles_and_runs() {
    sum(&tensor![1.0], &tensor![2.0]);
}
