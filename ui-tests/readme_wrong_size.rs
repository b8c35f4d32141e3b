use shaped::prelude::*;
fn main() {
    let images: Tensor<f32, shape![4, 32, 14, 14]> = Tensor::arange();
    let bias: Tensor<f32, shape![64, 1, 1]> = Tensor::ones();
    let sum = &images + &bias; // [4, 32, 14, 14] + [64, 1, 1] -> ?
    assert_eq!(sum.sizes(), [4, 32, 14, 14]);
    assert_eq!(sum[[3, 31, 13, 13]], 25088.0);
}
