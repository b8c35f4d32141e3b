use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let padding: Tensor<bool, shape![8, 512]> = Tensor::full(true);
    let causal: Tensor<bool, shape![1, 512]> = Tensor::full(true);
    let _ = &padding & &causal;
}
