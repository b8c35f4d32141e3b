use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    assert_eq!(x.permute(axes![1, 0]).sizes(), [4, 64]);
}
