use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![2, 3]> = Tensor::ones();
    assert_eq!(x.reshape::<shape![3, 2]>().sizes(), [3, 2]);
}
