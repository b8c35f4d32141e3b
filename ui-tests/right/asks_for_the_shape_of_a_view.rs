use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![4, 3, 2]> = Tensor::ones();
    let view = x.permute(axes![2, 0, 1]);
    assert_eq!(view.sizes(), [2, 4, 3]);
}
