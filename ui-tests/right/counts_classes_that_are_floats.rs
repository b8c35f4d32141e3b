use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let labels: Tensor<u8, shape![32]> = Tensor::zeros();
    let _ = labels.bincount(Dim::<10>);
}
