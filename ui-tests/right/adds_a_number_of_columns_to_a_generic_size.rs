use shaped::prelude::*;

fn shift<B: Size>(x: &Tensor<f32, shape![B, 3]>) {
    let _ = x + tensor![1.0, 2.0, 3.0];
}

#[test]
fn compiles_and_runs() {
    shift(&tensor![[1.0, 2.0, 3.0]]);
}
