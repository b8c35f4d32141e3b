use shaped::prelude::*;

trait Layer {
    fn forward(&self, x: &Tensor<f32, shape![8, 784]>) -> Tensor<f32, shape![8, 10]>;
}

struct Scores(Tensor<f32, shape![784, 10]>);

impl Layer for Scores {
    fn forward(&self, x: &Tensor<f32, shape![8, 784]>) -> Tensor<f32, shape![8, 10]> {
        x.matmul(&self.0)
    }
}

fn main() {
    let layer: Box<dyn Layer> = Box::new(Scores(Tensor::ones()));
    let images: Tensor<f32, shape![8, 1024]> = Tensor::zeros();
    layer.forward(&images);
}
