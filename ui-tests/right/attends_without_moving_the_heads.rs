use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![2, 10, 64]> = Tensor::zeros();
    let memory: Tensor<f32, shape![2, 12, 64]> = Tensor::zeros();
    // Heads of 8, before the steps: [2, 8, 10, 8] and [2, 8, 12, 8].
    let q = x.view().unflatten(Axis::<-1>, (Dim::<8>, Dim::<8>)).swap_axes(Axis::<1>, Axis::<2>);
    let kv = memory.view().unflatten(Axis::<-1>, (Dim::<8>, Dim::<8>)).swap_axes(Axis::<1>, Axis::<2>);
    let _y = q.attention(&kv, &kv);
}
