use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let limits: Tensor<f64, shape![3]> = Tensor::zeros();
    let _ = x.less(&limits);
}
