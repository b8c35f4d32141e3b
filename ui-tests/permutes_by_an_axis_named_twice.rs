use shaped::prelude::*;

fn main() {
    let pixels: Tensor<u8, shape![480, 640, 3]> = Tensor::zeros();
    let _ = pixels.permute(axes![2, 0, 0]);
}
