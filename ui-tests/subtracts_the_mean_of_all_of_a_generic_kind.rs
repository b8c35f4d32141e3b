use shaped::{Kind, prelude::*};

fn centred<S: Shape, K: Kind>(x: &Tensor<f32, S, K>) -> Tensor<f32, S, K> {
    x - x.mean_all()
}

fn main() {
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    centred(&x);
}
