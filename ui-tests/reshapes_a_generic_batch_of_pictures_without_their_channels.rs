use shaped::prelude::*;

fn flat<B: Size>(x: &Tensor<f32, shape![B, 3, 8, 8]>) -> View<'_, f32, shape![B, 64]> {
    x.reshape()
}

fn main() {
    flat(&Tensor::<f32, shape![2, 3, 8, 8]>::zeros());
}
