use shaped::{nn::*, prelude::*};

fn main() {
    let norm = GroupNorm::<dim!(2), dim!(8)>::default();
    let maps: Tensor<f32, shape![4, 3, 14, 14]> = Tensor::ones();
    norm.forward(&maps);
}
