use shaped::{nn::*, prelude::*};

fn main() {
    let images: Tensor<f32, shape![8, 32, 3, 3]> = Tensor::zeros();
    let head = Linear::<dim!(128), dim!(10)>::default();
    let flat = Flatten.forward(&images); // [8, 288]
    let _scores = head.forward(&flat);
}
