use shaped::prelude::*;

fn main() {
    let _: Tensor<f32, shape![f32, 3]> = Tensor::zeros();
}
