use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![8, 16, 4, 4]> = Tensor::zeros();
    let y = x.flatten_axes(Axis::<1>, Axis::<-1>);
    assert_eq!(y.sizes(), [8, 256]);
}
