use shaped::prelude::*;

fn steps_first<B: Size, T: Size>(x: &Tensor<f32, shape![B, T, 64]>) {
    let _ = x.reshape::<shape![T, B, 64]>();
}

fn main() {
    steps_first(&Tensor::<f32, shape![8, 20, 64]>::zeros());
}
