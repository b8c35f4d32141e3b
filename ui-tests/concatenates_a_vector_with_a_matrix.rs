use shaped::prelude::*;

fn main() {
    let table: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let row: Tensor<f32, shape![3]> = Tensor::zeros();
    let _ = table.concat(&row, Axis::<0>);
}
