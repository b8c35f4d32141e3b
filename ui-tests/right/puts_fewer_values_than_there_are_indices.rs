use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut x: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    x.put(&tensor![0, 5, 11], &tensor![1.0, 2.0, 3.0]);
}
