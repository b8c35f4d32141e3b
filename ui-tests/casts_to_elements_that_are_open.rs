// `let y: Tensor<f64, _>` says it, too.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![2, 3]> = Tensor::ones();
    let y = x.cast();
    let _ = y.sum_all();
}
