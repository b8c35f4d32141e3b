use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![4, 3, 2]> = Tensor::zeros();
    assert_eq!(x.flatten_axes(Axis::<1>, Axis::<2>).sizes(), [4, 6]);
}
