use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let _: Tensor<f32, (((), One), Dim<3>)> = Tensor::zeros();
}
