use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut table: Tensor<f32, shape![100, 64]> = Tensor::zeros();
    let gradient: Tensor<f32, shape![8, 64]> = Tensor::ones();
    table.index_add(Axis::<0>, &tensor![5, 9, 5, 1, 0, 7, 2, 3], &gradient);
}
