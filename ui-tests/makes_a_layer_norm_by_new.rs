use shaped::{nn::*, prelude::*};

fn main() {
    let x = Tensor::<f32, shape![8, 16]>::ones();
    let norm = LayerNorm::new(16);
    let y = norm.forward(&x);
    println!("{y}");
}
