// Indices have as many axes as what they read.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![2, 3]> = Tensor::ones();
    let _ = x.gather(Axis::<1>, &Tensor::zeros());
}
