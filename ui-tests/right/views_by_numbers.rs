use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![2, 6]> = Tensor::zeros();
    let y = x.reshape::<shape![3, 4]>();
    assert_eq!(y.sizes(), [3, 4]);
}
