use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let _: Tensor<f32, ((), dim!(1024))> = Tensor::zeros();
}
