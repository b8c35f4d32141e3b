use shaped::prelude::*;

fn loss<B: Size, C: StaticSize>(logits: &Tensor<f32, shape![B, C]>, classes: &Tensor<u32, shape![B]>) -> f32 {
    logits.cross_entropy(classes)
}

#[test]
fn compiles_and_runs() {
    assert_eq!(loss(&Tensor::<f32, shape![2, 1]>::zeros(), &tensor![0, 0]), 0.0);
}
