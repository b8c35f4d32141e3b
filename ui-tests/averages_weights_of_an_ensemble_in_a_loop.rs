use shaped::prelude::*;

fn main() {
    let members: [Tensor<f32, shape![10, 784]>; 2] = [Tensor::ones(), Tensor::ones()];
    let mut sum: Tensor<f32, shape![784, 10]> = Tensor::zeros();
    for member in &members {
        sum += member;
    }
}
