// [B, C] against [B, C, H, W]: two pairs of sizes that may differ, one error.
use shaped::prelude::*;

fn gate<B: Size, C: Size, H: Size, W: Size>(
    x: &Tensor<f32, shape![B, C, H, W]>,
    by: &Tensor<f32, shape![B, C]>,
) {
    let _ = x * by;
}

fn main() {
    gate(&Tensor::<f32, shape![2, 3, 4, 5]>::ones(), &Tensor::ones());
}
