use shaped::prelude::*;

fn main() {
    let rows: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let wanted: Tensor<bool, shape![4]> = Tensor::full(true);
    let _ = rows.masked_select(&wanted);
}
