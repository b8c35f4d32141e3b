use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    assert_eq!(x.softmax(Axis::<-1>).sizes(), [4, 3]);
}
