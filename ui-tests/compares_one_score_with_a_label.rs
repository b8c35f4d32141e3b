use shaped::prelude::*;

fn main() {
    let logits: Tensor<f32, shape![]> = Tensor::zeros();
    let label: Inline<u8, shape![]> = Inline::full(0);
    let loss = logits.nll_loss(&label);
}
