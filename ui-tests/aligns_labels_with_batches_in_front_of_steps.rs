use shaped::prelude::*;

fn main() {
    let logs: Tensor<f32, shape![8, 50, 20]> = Tensor::zeros();
    let labels: Tensor<u8, shape![8, 30]> = Tensor::ones();
    let steps: Tensor<i64, shape![8]> = Tensor::full(50);
    let spoken: Tensor<i64, shape![8]> = Tensor::full(30);
    let y = logs.ctc_loss(&labels, &steps, &spoken, Default::default());
}
