use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![8, 4, 14, 14]> = Tensor::ones();
    let y = Prelu::<dim!(4)>::default().forward(&x);
    assert_eq!(y, x);
}
