use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let data: Tensor<f32, shape![100, 8]> = Tensor::zeros();
    let (_train, _test) = data.split_at(Axis::<0>, Dim::<80>);
}
