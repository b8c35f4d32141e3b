use shaped::prelude::*;

fn main() {
    let table: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let stack: Tensor<f32, shape![2, 4, 3]> = Tensor::zeros();
    let _ = table.concat(&stack, Axis::<0>);
}
