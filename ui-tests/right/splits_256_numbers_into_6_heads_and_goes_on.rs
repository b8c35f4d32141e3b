use shaped::prelude::*;
use shaped::rearrange;

fn write(cache: &mut Tensor<f32, shape![8, 1, 32]>, keys: &Tensor<f32, shape![1, 256]>) {
    let keys = rearrange!(keys; t (h d) -> h t d; h = 8);
    *cache += &keys;
}

#[test]
fn compiles_and_runs() {
    write(&mut Tensor::zeros(), &Tensor::ones());
}
