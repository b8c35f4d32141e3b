use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let ids: Tensor<u32, shape![8, 5]> = Tensor::zeros();
    let table: Tensor<f32, shape![1000, 64]> = Tensor::ones();
    let y = table.embedding(&ids);
    assert_eq!(y.sizes(), [8, 5, 64]);
}
