use shaped::prelude::*;

fn main() {
    let table: Tensor<f32, shape![100, 64]> = Tensor::zeros();
    let rows: Tensor<usize, shape![8, 12]> = Tensor::zeros();
    let _ = table.index_select(Axis::<0>, &rows);
}
