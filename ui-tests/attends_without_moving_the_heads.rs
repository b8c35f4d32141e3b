use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![2, 10, 64]> = Tensor::zeros();
    let memory: Tensor<f32, shape![2, 12, 64]> = Tensor::zeros();
    // Heads of 8, still behind the steps: [2, 10, 8, 8] and [2, 12, 8, 8].
    let q = x.view().unflatten(Axis::<-1>, (Dim::<8>, Dim::<8>));
    let kv = memory.view().unflatten(Axis::<-1>, (Dim::<8>, Dim::<8>));
    let _y = q.attention(&kv, &kv);
}
