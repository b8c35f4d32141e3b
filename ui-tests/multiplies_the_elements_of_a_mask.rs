// A mask has no product.
use shaped::prelude::*;

fn main() {
    let m: Tensor<bool, shape![4]> = Tensor::full(true);
    let _ = m.prod(Axis::<0>);
}
