use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![8, 3]> = Tensor::ones();
    let weight: Tensor<f64, shape![3]> = Tensor::ones();
    let bias: Tensor<f64, shape![3]> = Tensor::zeros();
    let y = x.layer_norm(&weight, &bias, 1e-5);
    println!("{y:?}");
}
