use arrow_array::RecordBatch;
use shaped::prelude::*;
use shaped_interop::arrow::FromArrow;

axis!(Rows);

fn scaled(table: &RecordBatch) -> Tensor<f32, shape![Rows, 4]> {
    let x = Tensor::<f32, shape![Rows, 4]>::from_arrow(table).unwrap();
    x * tensor![1.0, 10.0, 100.0]
}

fn main() {
    let _ = scaled;
}
