// NumPy: operands could not be broadcast together with shapes (4,3) (4,).
use shaped::prelude::*;

fn main() {
    let rows: Tensor<f32, shape![4, 3]> = Tensor::ones();
    let numbers: Tensor<f32, shape![4]> = Tensor::ones();
    let _ = &rows + &numbers;
}
