use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let rows: Tensor<f32, shape![8, 32]> = Tensor::ones();
    let p: Tensor<f32, shape![32]> = Tensor::ones();
    let y = rows.instance_norm(Axis::<1>, &p, &p, 1e-5);
    assert_eq!(y, Tensor::ones());
}
