use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let maps: Tensor<f32, shape![8, 4, 14, 14]> = Tensor::ones();
    let p: Tensor<f32, shape![4]> = Tensor::ones();
    let y = maps.group_norm(Axis::<1>, Dim::<4>, &p, &p, 1e-5);
    assert_eq!(y, Tensor::ones());
}
