use shaped::prelude::*;

fn main() {
    let (largest, places): (Tensor<f32, shape![8, 14, 14]>, Tensor<usize, shape![8, 7, 7]>) = (Tensor::zeros(), Tensor::zeros());
    let _ = largest.max_unpool2d(&places, (Dim::<28>, Dim::<28>));
}
