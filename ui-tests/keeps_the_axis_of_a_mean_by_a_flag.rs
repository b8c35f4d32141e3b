use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::ones();
    let _ = x.mean(Axis::<1>, true);
}
