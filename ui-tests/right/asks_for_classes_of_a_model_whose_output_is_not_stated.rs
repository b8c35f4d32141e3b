use shaped::nn::Module;
use shaped::prelude::*;

fn classes<B: Size, M: Module<shape![B, 4], Output = shape![B, 4]>>(model: &M, x: &Tensor<f32, shape![B, 4]>) {
    let _ = model.forward(x).argmax(Axis::<-1>);
}

#[test]
fn compiles_and_runs() {
    classes(&shaped::nn::Relu, &Tensor::<f32, shape![2, 4]>::ones());
}
