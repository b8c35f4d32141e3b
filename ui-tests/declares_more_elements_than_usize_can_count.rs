use shaped::prelude::*;

fn main() {
    let _: Tensor<f32, shape![1000000, 1000000, 1000000, 1000000]> = Tensor::zeros();
}
