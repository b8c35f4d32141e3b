use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let lstm = Lstm::<dim!(40), dim!(64)>::default();
    let texts: Tensor<f32, shape![3, 20, 40]> = Tensor::ones();
    let (y, _) = lstm.forward_lengths(&texts, &tensor![20, 3, 7]).unwrap();
    assert_eq!(y[[1, 3, 0]], 0.0);
}
