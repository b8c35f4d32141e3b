use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![8, 16]>::ones();
    let dropout = Dropout(0.1);
    let y = dropout.forward(&x);
    assert_eq!(y.sizes(), [8, 16]);
}
