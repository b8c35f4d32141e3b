use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let layers = vec![Linear::<dim!(64), dim!(64)>::default(); 3];
    let _ = layers.forward(&Tensor::<f32, shape![5, 64]>::ones());
}
