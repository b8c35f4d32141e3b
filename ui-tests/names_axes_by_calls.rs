use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![2, 3, 5]> = Tensor::ones();
    let _ = x.permute(axes![Axis(2), 0, 1]);
}
