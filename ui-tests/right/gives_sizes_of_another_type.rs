use shaped::prelude::*;

#[test]
fn main() {
    let x: Tensor<u64, shape![4]> = Tensor::ones();
    assert_eq!(x.unflatten(Axis::<0>, (Dim::<2>, Dim::<2>)).sizes(), [2, 2]);
}
