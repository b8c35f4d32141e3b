use shaped::prelude::*;

fn masks<B: Size>(logits: &Tensor<f32, shape![B, 1, 64, 64]>) -> Tensor<f32, shape![B, 64, 64]> {
    logits.squeeze(Axis::<0>).sigmoid()
}

fn main() {
    let _ = masks(&Tensor::<f32, shape![2, 1, 64, 64]>::zeros());
}
