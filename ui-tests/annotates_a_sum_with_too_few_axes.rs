use shaped::prelude::*;

fn main() {
    let rows: Tensor<f32, shape![4, 3]> = Tensor::ones();
    let row: Tensor<f32, shape![3]> = Tensor::ones();
    let _sum: Tensor<f32, shape![3]> = &rows + &row;
}
