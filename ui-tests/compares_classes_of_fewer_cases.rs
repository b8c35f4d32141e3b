use shaped::prelude::*;

fn main() {
    let truth: Tensor<u8, shape![32]> = Tensor::zeros();
    let said: Tensor<usize, shape![32, 1]> = Tensor::zeros();
    let _ = truth.confusion_matrix(&said, Dim::<10>);
}
