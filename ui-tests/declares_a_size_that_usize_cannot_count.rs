use shaped::prelude::*;

fn main() {
    let _: Tensor<f32, shape![3, 100000000000000000000]> = Tensor::zeros();
}
