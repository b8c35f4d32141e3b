use shaped::{prelude::*, stack_all};

fn main() {
    let row = tensor![1, 2, 3];
    let _ = stack_all([&row, &row, &row], Axis::<2>);
}
