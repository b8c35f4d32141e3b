use shaped::{grad::value_and_grad, nn::*, prelude::*};

fn main() {
    let table = Embedding::<dim!(1000), dim!(64)>::default();
    let ids: Tensor<u32, shape![8, 16]> = Tensor::zeros();
    value_and_grad(&table, |_tape| table.forward(&ids).mean_all());
}
