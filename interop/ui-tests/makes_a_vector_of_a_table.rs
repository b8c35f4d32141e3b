use arrow_array::RecordBatch;
use shaped::prelude::*;
use shaped_interop::arrow::FromArrow;

axis!(Rows);

fn prices(table: &RecordBatch) -> Tensor<f32, shape![Rows]> {
    Tensor::from_arrow(table).unwrap()
}

fn main() {
    let _ = prices;
}
