use shaped::{nn::*, prelude::*};

fn main() {
    let table = Embedding::<dim!(1000), dim!(64)>::default();
    let ids: Tensor<f32, shape![8, 16]> = Tensor::zeros();
    let _ = table.forward(&ids);
}
