use shaped::prelude::*;

axis!(Batch);

fn layer(x: &Tensor<f32, shape![Batch, 784]>) -> Tensor<f32, shape![Batch]> {
    x.sum(Axis::<-1>)
}

fn main() {
    let x = Tensor::<f32, shape![784, Batch]>::zeros_with(Batch(32));
    let _ = layer(&x);
}
