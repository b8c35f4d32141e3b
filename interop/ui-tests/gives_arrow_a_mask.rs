use shaped::prelude::*;
use shaped_interop::arrow::IntoArrow;

fn main() {
    let mask = tensor![1.0, 2.0].greater(&1.5);
    let _ = mask.into_arrow();
}
