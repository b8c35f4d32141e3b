use shaped::prelude::*;

fn main() {
    let words: Tensor<f32, shape![100, 64]> = Tensor::ones();
    let word: Tensor<f32, shape![64]> = Tensor::ones();
    let alike = words.cosine_similarity(&word, Axis::<-1>);
}
