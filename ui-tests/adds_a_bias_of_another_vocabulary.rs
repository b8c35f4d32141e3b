// GPT-2 has 50257 tokens.
use shaped::prelude::*;

fn main() {
    let logits: Tensor<f32, shape![2, 50257]> = Tensor::zeros();
    let bias: Tensor<f32, shape![50304]> = Tensor::zeros();
    let _ = &logits + &bias;
}
