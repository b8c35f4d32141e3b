use shaped::prelude::*;

fn main() {
    let tokens: Tensor<f32, shape![32, 768]> = Tensor::ones();
    let _ = &tokens - tokens.mean(Axis::<-1>);
}
