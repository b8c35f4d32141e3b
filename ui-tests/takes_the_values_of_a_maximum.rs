use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![3, 10]> = Tensor::ones();
    let _ = x.max(Axis::<1>).0;
}
