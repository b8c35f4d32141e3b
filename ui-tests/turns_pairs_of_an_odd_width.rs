use shaped::prelude::*;

fn main() {
    let q: Tensor<f32, shape![8, 10, 63]> = Tensor::zeros();
    let _ = q.rotary(Rotary::new());
}
