use shaped::{nn::*, prelude::*};

fn main() {
    let layers = vec![Linear::<dim!(64), dim!(32)>::default(); 3];
    let _ = layers.forward(&Tensor::<f32, shape![5, 64]>::ones());
}
