use shaped::prelude::*;

fn outer(a: &Tensor<f32, shape![2, 1]>, b: &Tensor<f32, shape![3]>) -> Tensor<f32, shape![2, 3]> {
    a * b
}

#[test]
fn compiles_and_runs() {
    assert_eq!(outer(&tensor![[1.0], [2.0]], &tensor![1.0, 2.0, 3.0]).sizes(), [2, 3]);
}
