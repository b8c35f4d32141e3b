use shaped::prelude::*;

fn main() {
    let _: Tensor<f32, shape![5, 5]> = Tensor::linspace(0.0, 1.0);
}
