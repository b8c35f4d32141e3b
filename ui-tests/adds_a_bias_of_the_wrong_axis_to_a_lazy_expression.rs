use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![8, 3, 32, 32]> = Tensor::ones();
    let bias: Tensor<f32, shape![3]> = Tensor::ones();
    let _ = (x.lazy() * 2.0 + &bias).eval();
}
