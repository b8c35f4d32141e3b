use shaped::prelude::*;

fn main() {
    let q: Tensor<f32, shape![64]> = Tensor::zeros();
    let _ = q.rotary(Rotary::new().start(7));
}
