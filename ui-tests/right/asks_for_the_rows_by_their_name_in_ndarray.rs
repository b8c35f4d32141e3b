use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    assert_eq!(x.size(Axis::<-2>), 64);
}
