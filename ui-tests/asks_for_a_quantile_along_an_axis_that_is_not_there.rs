use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![32, 10]> = Tensor::zeros();
    let _ = x.quantile(Axis::<2>, 0.5);
}
