use shaped::prelude::*;

fn doubled<S: Shape, T: Shape>(x: &Tensor<f32, S>, out: &mut Tensor<f32, T>) {
    (x.lazy() * 2.0).assign_to(out);
}

fn main() {
    doubled(&tensor![1.0], &mut tensor![2.0]);
}
