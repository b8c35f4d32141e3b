use shaped::{grad::value_and_grad, nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let table = Embedding::<dim!(1000), dim!(64)>::default();
    let ids: Tensor<u32, shape![8, 16]> = Tensor::zeros();
    value_and_grad(&table, |tape| table.forward(&tape.indices(&ids)).mean_all());
}
