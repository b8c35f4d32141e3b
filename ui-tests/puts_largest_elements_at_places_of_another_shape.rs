use shaped::prelude::*;

fn main() {
    let largest: Tensor<f32, shape![8, 14, 14]> = Tensor::zeros();
    let places: Tensor<usize, shape![8, 7, 7]> = Tensor::zeros();
    let _ = largest.max_unpool2d(&places, (Dim::<28>, Dim::<28>));
}
