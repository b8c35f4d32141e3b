use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![8, 16, 4, 4]> = Tensor::zeros();
    let _ = x.flatten(1);
}
