use shaped::{nn::*, prelude::*};

fn main() {
    let x = Tensor::<f32, shape![8, 16]>::ones();
    let dropout = Dropout::new(0.1);
    let y = dropout.forward(&x);
    println!("{y}");
}
