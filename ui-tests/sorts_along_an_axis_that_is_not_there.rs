use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![10]> = Tensor::zeros();
    let _ = x.sort(Axis::<1>, Order::Descending);
}
