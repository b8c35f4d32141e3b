use shaped::prelude::*;

fn main() {
    let bias: Tensor<f32, shape![64]> = Tensor::ones();
    let shift = |x: &Tensor<f32, shape![64, 10]>| x + &bias;
    shift(&Tensor::zeros());
}
