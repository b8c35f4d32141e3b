use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::ones();
    let mut y: Tensor<f32, shape![1, 3]> = Tensor::zeros();
    (x.lazy() * 2.0).assign_to(&mut y);
}
