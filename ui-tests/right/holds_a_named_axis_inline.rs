use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let _: Option<Inline<f32, shape![32, 3]>> = None;
}
