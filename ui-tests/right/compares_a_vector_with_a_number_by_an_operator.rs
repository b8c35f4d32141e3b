use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![4]> = Tensor::arange();
    assert_eq!(x.greater(0.5), tensor![false, true, true, true]);
}
