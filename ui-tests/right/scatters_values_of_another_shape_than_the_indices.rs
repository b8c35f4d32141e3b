use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut x: Tensor<f32, shape![32, 10]> = Tensor::zeros();
    let at: Tensor<usize, shape![32, 2]> = Tensor::zeros();
    x.scatter(Axis::<1>, &at, &tensor![1.0, 2.0].expand_as(&at));
}
