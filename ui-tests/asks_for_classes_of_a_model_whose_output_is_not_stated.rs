// What `M` gives could have any shape.
use shaped::nn::Module;
use shaped::prelude::*;

fn classes<B: Size, M: Module<shape![B, 4]>>(model: &M, x: &Tensor<f32, shape![B, 4]>) {
    let _ = model.forward(x).argmax(Axis::<-1>);
}

fn main() {
    classes(&shaped::nn::Relu, &Tensor::<f32, shape![2, 4]>::ones());
}
