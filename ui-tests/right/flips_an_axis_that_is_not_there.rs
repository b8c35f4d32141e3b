use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let picture: Tensor<f32, shape![28, 28]> = Tensor::zeros();
    let _ = picture.flip(Axis::<1>);
}
