use shaped::{nn::*, prelude::*};

fn main() {
    let layer = Linear::new(784, 10);
    let y = layer.forward(&Tensor::<f32, shape![64, 784]>::zeros());
    println!("{y}");
}
