use shaped::prelude::*;

fn sum<L: Shape + Broadcast<R>, R: Shape>(left: &Tensor<f32, L>, right: &Tensor<f32, R>) {
    let _ = left + right;
}

#[test]
fn compiles_and_runs() {
    sum(&tensor![1.0], &tensor![2.0]);
}
