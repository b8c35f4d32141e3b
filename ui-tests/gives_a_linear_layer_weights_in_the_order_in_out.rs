use shaped::{nn::*, prelude::*};

fn main() {
    let weight: Tensor<f32, shape![64, 10]> = Tensor::zeros(); // [in, out]; PyTorch has [out, in]
    let _layer: Linear<dim!(64), dim!(10)> = Linear::new(weight, Tensor::zeros());
}
