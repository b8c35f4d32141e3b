use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let _ = Tensor::<f64, shape![2000]>::from_slice(&[0.0; 2000]);
}
