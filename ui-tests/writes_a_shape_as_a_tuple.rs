use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, (dim!(3), dim!(4))> = Tensor::zeros();
}
