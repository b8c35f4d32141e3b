use shaped::prelude::*;

fn main() {
    let mut logits: Tensor<f32, shape![2, 50257]> = Tensor::zeros();
    logits += Tensor::<f32, shape![50304]>::ones();
}
