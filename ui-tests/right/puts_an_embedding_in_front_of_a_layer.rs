use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let words = Embedding::<dim!(100), dim!(32)>::default();
    let layer = Linear::<dim!(32), dim!(2)>::default();
    let x = words.forward(&tensor![7, 99, 3]);
    let _ = layer.forward(&x);
}
