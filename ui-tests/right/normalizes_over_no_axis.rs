use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let tokens: Tensor<f32, shape![32, 768]> = Tensor::ones();
    let y = tokens.layer_norm_no_affine::<shape![768]>(1e-5);
    assert_eq!(y, Tensor::zeros());
}
