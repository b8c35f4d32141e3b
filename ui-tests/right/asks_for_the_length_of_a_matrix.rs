use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![32, 784]>::zeros();
    let _rows = x.sizes()[0];
}
