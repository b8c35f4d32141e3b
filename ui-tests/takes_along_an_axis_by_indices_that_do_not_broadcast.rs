use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![8, 32, 10]> = Tensor::zeros();
    let at: Tensor<usize, shape![8, 16, 3]> = Tensor::zeros();
    let _ = x.take_along_axis(Axis::<2>, &at);
}
