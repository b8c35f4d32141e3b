use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![1, 4096, 3]> = Tensor::zeros();
    assert_eq!(x.squeeze(Axis::<-3>).sizes(), [4096, 3]);
}
