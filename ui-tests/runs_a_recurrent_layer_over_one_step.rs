use shaped::{nn::*, prelude::*};

fn main() {
    let lstm = Lstm::<dim!(40), dim!(64)>::default();
    let step: Tensor<f32, shape![40]> = Tensor::zeros();
    let (y, _) = lstm.forward_with_state(&step);
}
