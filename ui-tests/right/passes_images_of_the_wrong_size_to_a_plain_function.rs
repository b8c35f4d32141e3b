use shaped::prelude::*;

fn classify(_digits: &Tensor<f32, shape![32, 784]>) {}

#[test]
fn compiles_and_runs() {
    let images: Tensor<f32, shape![32, 784]> = Tensor::zeros();
    classify(&images);
}
