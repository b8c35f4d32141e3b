use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::arange();
    let place = [3u32, 2];
    let _ = x[place];
}
