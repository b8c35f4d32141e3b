use shaped::{nn::*, prelude::*};

fn main() {
    let lstm = Lstm::<dim!(40), dim!(64)>::default();
    let texts: Tensor<f32, shape![3, 20, 40]> = Tensor::ones();
    let (y, _) = lstm.forward_lengths(&texts, &tensor![20, 3]).unwrap();
}
