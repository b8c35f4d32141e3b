use shaped::{prelude::*, stack_all};

#[test]
fn compiles_and_runs() {
    let row = tensor![1, 2, 3];
    let _ = stack_all([&row, &row, &row], Axis::<1>);
}
