use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![]> = Tensor::zeros();
    x.squeeze(Axis::<-1>);
}
