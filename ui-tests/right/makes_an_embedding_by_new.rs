use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let words = tensor![3usize, 1, 4];
    let embedding = Embedding::<dim!(100), dim!(16)>::default();
    let x = embedding.forward(&words);
    assert_eq!(x.sizes(), [3, 16]);
}
