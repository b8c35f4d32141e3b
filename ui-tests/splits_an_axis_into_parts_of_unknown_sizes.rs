// Neither part has a size.
use shaped::prelude::*;

fn main() {
    let pixels: Tensor<f32, shape![2, 32, 32, 3]> = Tensor::zeros();
    let _ = rearrange!(pixels; b (h p) w c -> b h p w c);
}
