use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let vector: Tensor<f32, shape![3]> = Tensor::ones();
    vector.broadcast_to::<shape![4, 3]>();
}
