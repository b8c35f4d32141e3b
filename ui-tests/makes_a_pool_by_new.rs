use shaped::{nn::*, prelude::*};

fn main() {
    let pool = MaxPool2d::new(2);
    let y = pool.forward(&Tensor::<f32, shape![8, 16, 32, 32]>::zeros());
    println!("{y}");
}
