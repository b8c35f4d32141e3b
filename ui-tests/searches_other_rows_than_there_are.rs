// Each row has its own values.
use shaped::prelude::*;

fn main() {
    let edges: Tensor<f32, shape![3, 9]> = Tensor::arange();
    let values: Tensor<f32, shape![2, 4]> = Tensor::zeros();
    let _ = edges.searchsorted_rows(&values);
}
