use shaped::prelude::*;

fn add_to<L: Shape, R: Shape>(left: &mut Tensor<f32, L>, right: &Tensor<f32, R>) {
    *left += right;
}

fn main() {
    add_to(&mut tensor![1.0], &tensor![2.0]);
}
