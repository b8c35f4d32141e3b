use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let steps: Tensor<f32, shape![8, 10]> = Tensor::zeros();
    let _last = steps.index_axis(Axis::<1>, 9);
}
