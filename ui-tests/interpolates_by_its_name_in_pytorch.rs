use shaped::prelude::*;

fn main() {
    let image: Tensor<f32, shape![3, 8, 8]> = Tensor::zeros();
    let _ = image.interpolate((16, 16), "bilinear");
}
