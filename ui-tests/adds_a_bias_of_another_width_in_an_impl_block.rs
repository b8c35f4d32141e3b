use shaped::prelude::*;

struct Layer {
    weight: Tensor<f32, shape![784, 128]>,
    bias: Tensor<f32, shape![10]>,
}

impl Layer {
    fn forward(&self, x: &Tensor<f32, shape![64, 784]>) -> Tensor<f32, shape![64, 128]> {
        x.matmul(&self.weight) + &self.bias
    }
}

fn main() {
    let layer = Layer { weight: Tensor::zeros(), bias: Tensor::ones() };
    layer.forward(&Tensor::ones());
}
