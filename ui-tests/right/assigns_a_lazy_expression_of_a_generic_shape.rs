use shaped::{AssignTo, prelude::*};

fn doubled<S: Shape + AssignTo<T>, T: Shape>(x: &Tensor<f32, S>, out: &mut Tensor<f32, T>) {
    (x.lazy() * 2.0).assign_to(out);
}

#[test]
fn main() {
    let mut out = tensor![[0.0, 0.0], [0.0, 0.0]];
    doubled(&tensor![1.0, 3.0], &mut out);
    assert_eq!(out, tensor![[2.0, 6.0], [2.0, 6.0]]);
}
