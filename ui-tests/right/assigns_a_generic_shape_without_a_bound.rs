use shaped::prelude::*;

fn add_to<L: Shape + shaped::Assign<R>, R: Shape>(left: &mut Tensor<f32, L>, right: &Tensor<f32, R>) {
    *left += right;
}

#[test]
fn compiles_and_runs() {
    add_to(&mut tensor![1.0], &tensor![2.0]);
}
