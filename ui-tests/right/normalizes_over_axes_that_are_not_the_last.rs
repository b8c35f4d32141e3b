use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let maps: Tensor<f32, shape![8, 32, 14, 15]> = Tensor::ones();
    let y = maps.layer_norm_no_affine::<shape![14, 15]>(1e-5);
    assert_eq!(y, Tensor::zeros());
}
