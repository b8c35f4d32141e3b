use shaped::{Kind, prelude::*};

fn centred<S: Shape, K: Kind>(x: &Tensor<f32, S, K>) -> Tensor<f32, S, K> {
    x - Tensor::of_one(x.mean_all())
}

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    centred(&x);
}
