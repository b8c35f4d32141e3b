use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let _: Option<Tensor<f32, shape![3, 1000000000000000]>> = None;
}
