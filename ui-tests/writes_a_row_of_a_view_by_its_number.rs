use shaped::prelude::*;

fn main() {
    let mut x: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    x.view_mut()[2] = 1.0;
}
