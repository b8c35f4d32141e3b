use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![3, 1]> = Tensor::zeros();
    x.broadcast_to([3, 5]);
}
