use arrow_array::RecordBatch;
use shaped::prelude::*;
use shaped_interop::arrow::FromArrow;

axis!(Rows);

fn mean(table: &RecordBatch) -> f32 {
    View::<f32, shape![Rows, 4]>::from_arrow(table).unwrap().mean_all()
}

fn main() {
    let _ = mean;
}
