use shaped::prelude::*;

fn main() {
    let _: Tensor<f32, shape![-1, 3]> = Tensor::zeros();
}
