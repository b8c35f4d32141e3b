use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = tensor![1.0, 2.0, 3.0];
    let _ = x.unsqueeze(Axis::<-1>).t();
}
