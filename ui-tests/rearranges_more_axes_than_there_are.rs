// There is no batch.
use shaped::prelude::*;

fn main() {
    let pixels: Tensor<f32, shape![32, 32, 3]> = Tensor::zeros();
    let _ = rearrange!(pixels; b h w c -> b c h w);
}
