use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let table: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let row: Tensor<f32, shape![3]> = Tensor::zeros();
    let _ = table.concat(&row.unsqueeze(Axis::<0>), Axis::<0>);
}
