use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![2, 3, 5]> = Tensor::ones();
    assert_eq!(x.permute(axes![Axis::<2>, 0, 1]).sizes(), [5, 2, 3]);
}
