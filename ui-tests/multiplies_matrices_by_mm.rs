use shaped::prelude::*;

fn main() {
    let x = Tensor::<f32, shape![2, 3]>::ones();
    let y = Tensor::<f32, shape![3, 4]>::ones();
    let product = x.mm(&y);
    let _ = product.sum(Axis::<0>);
}
