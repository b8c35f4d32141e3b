use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let words: Tensor<f32, shape![100, 64]> = Tensor::ones();
    let word: Tensor<f32, shape![64]> = Tensor::ones();
    let alike = words.cosine_similarity(&word.expand_as(&words), Axis::<-1>);
    assert_eq!(alike.sizes(), [100]);
}
