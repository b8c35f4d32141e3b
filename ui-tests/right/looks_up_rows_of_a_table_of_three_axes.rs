use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let table: Tensor<f32, shape![100, 64]> = Tensor::ones();
    let y = table.embedding(&tensor![3u8, 0]);
    assert_eq!(y.sizes(), [2, 64]);
}
