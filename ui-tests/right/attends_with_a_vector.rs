use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let query: Tensor<f32, shape![64]> = Tensor::ones();
    let keys: Tensor<f32, shape![7, 64]> = Tensor::ones();
    let y = query.unsqueeze(Axis::<0>).attention(&keys, &keys);
    assert_eq!(y.sizes(), [1, 64]);
}
