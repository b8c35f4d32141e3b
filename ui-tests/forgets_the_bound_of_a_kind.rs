use shaped::prelude::*;

fn first<D: Size, K>(x: &Tensor<f32, shape![8, D], K>) {
    let _ = x;
}

fn main() {
    first(&Tensor::<f32, shape![8, 3]>::zeros());
}
