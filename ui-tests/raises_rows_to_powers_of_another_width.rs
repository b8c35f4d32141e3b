use shaped::prelude::*;

fn main() {
    let x: Tensor<f64, shape![2, 3]> = Tensor::zeros();
    let exponents: Tensor<f64, shape![4]> = Tensor::zeros();
    let _ = x.pow(&exponents);
}
