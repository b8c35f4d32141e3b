use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![2, 6]> = Tensor::zeros();
    let _ = x.view(3, 4);
}
