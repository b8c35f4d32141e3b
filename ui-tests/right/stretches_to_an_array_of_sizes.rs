use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![3, 1]> = Tensor::zeros();
    assert_eq!(x.broadcast_to::<shape![3, 5]>().sizes(), [3, 5]);
}
