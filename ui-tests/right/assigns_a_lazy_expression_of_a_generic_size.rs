use shaped::prelude::*;

fn doubled<N: Size>(x: &Tensor<f32, shape![N]>, out: &mut Tensor<f32, shape![N]>) {
    (x.lazy() * 2.0).assign_to(out);
}

#[test]
fn main() {
    let mut out = tensor![0.0, 0.0];
    doubled(&tensor![1.0, 2.0], &mut out);
    assert_eq!(out, tensor![2.0, 4.0]);
}
