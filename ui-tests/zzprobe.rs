use shaped::prelude::*;
fn main() {
    let x: Tensor<i32, shape![4, 3]> = Tensor::zeros();
    let t: Tensor<i32, shape![4]> = Tensor::zeros();
    x.cross_entropy(&t);
    x.mse_loss(&x);
    let y: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let z: Tensor<f64, shape![4, 3]> = Tensor::zeros();
    y.mse_loss(&z);
    y.linear_no_bias(&z);
    x.softmax(Axis::<0>);
    let b: Tensor<bool, shape![4, 3]> = Tensor::full(true);
    b.linear_no_bias(&b);
    b.conv1d(&b, Conv::new());
}
