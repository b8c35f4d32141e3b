use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![8, 4, 16, 64]> = Tensor::zeros();
    let y = x.swap_axes(Axis::<1>, Axis::<2>);
    assert_eq!(y.sizes(), [8, 16, 4, 64]);
}
