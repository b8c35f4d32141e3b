use shaped::prelude::*;
use shaped::rearrange;

fn write(cache: &mut Tensor<f32, shape![8, 1, 32]>, keys: &Tensor<f32, shape![1, 256]>) {
    let keys = rearrange!(keys; t (h d) -> h t d; h = 6);
    *cache += &keys;
}

fn main() {
    write(&mut Tensor::zeros(), &Tensor::ones());
}
