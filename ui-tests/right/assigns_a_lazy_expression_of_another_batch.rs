use shaped::prelude::*;

#[test]
fn main() {
    let x: Tensor<f32, shape![64, 10]> = Tensor::ones();
    let mut out: Tensor<f32, shape![64, 10]> = Tensor::zeros();
    (x.lazy() * 2.0).assign_to(&mut out);
    assert_eq!(out[[63, 9]], 2.0);
}
