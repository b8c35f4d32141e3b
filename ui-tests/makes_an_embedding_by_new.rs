use shaped::{nn::*, prelude::*};

fn main() {
    let words = tensor![3usize, 1, 4];
    let embedding = Embedding::new(100, 16);
    let x = embedding.forward(&words);
    println!("{x}");
}
