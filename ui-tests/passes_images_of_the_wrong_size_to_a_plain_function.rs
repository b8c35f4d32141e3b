use shaped::prelude::*;

fn classify(_digits: &Tensor<f32, shape![32, 784]>) {}

fn main() {
    let images: Tensor<f32, shape![32, 768]> = Tensor::zeros();
    classify(&images);
}
