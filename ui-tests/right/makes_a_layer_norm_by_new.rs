use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![8, 16]>::ones();
    let norm = LayerNorm::<dim!(16)>::default();
    let y = norm.forward(&x);
    assert_eq!(y.sizes(), [8, 16]);
}
