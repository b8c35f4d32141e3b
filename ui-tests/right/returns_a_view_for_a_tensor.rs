use shaped::prelude::*;

fn turned(x: &Tensor<f32, shape![2, 3]>) -> Tensor<f32, shape![3, 2]> {
    x.transpose().into()
}

#[test]
fn compiles_and_runs() {
    assert_eq!(turned(&Tensor::ones()).sizes(), [3, 2]);
}
