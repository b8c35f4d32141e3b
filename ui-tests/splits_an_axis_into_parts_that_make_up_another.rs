// 8 times 8 is not 32.
use shaped::prelude::*;

fn main() {
    let pixels: Tensor<f32, shape![2, 32, 32, 3]> = Tensor::zeros();
    let _ = rearrange!(pixels; b (h p) w c -> b h p w c; h = 8, p = 8);
}
