use shaped::prelude::*;

axis!(Few = 4);
axis!(Many = 2000);

#[test]
fn main() {
    let few: Tensor<u64, shape![Few]> = Tensor::ones();
    let mut many: Tensor<u64, shape![Many, 1]> = Tensor::zeros();
    many += &few.sum_keepdim(Axis::<0>);
    assert_eq!(many[[1999, 0]], 4);
}
