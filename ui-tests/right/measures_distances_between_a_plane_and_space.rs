use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let places: Tensor<f32, shape![8, 5, 3]> = Tensor::ones();
    let depots: Tensor<f32, shape![8, 7, 3]> = Tensor::ones();
    let y = places.cdist(&depots, 2.0);
    assert_eq!(y.sizes(), [8, 5, 7]);
}
