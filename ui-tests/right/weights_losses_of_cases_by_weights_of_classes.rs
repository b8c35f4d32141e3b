use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let losses: Tensor<f32, shape![64]> = Tensor::ones();
    let weights: Tensor<f32, shape![10]> = Tensor::ones();
    let _ = &losses * weights.index_select(Axis::<0>, &Tensor::<u32, shape![64]>::zeros());
}
