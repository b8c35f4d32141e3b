use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![8]> = Tensor::full(0.5);
    let loss = x.bce_loss(&Tensor::<f32, shape![8]>::ones());
}
