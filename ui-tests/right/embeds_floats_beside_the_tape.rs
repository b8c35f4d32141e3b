use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let table = Embedding::<dim!(1000), dim!(64)>::default();
    let ids: Tensor<i64, shape![8, 16]> = Tensor::zeros();
    let rows = table.forward(&ids);
    assert_eq!(rows.sizes(), [8, 16, 64]);
}
