use shaped::{Kind, prelude::*};

// A softplus that is as sharp as is said.
fn sharp<S: Shape, K: Kind>(x: &Tensor<f32, S, K>, beta: f32) -> Tensor<f32, S, K> {
    x.map_dual(move |x| num_traits::Float::ln_1p(num_traits::Float::exp(x * beta)) / beta)
}

#[test]
fn compiles_and_runs() {
    sharp(&Tensor::<f32, shape![4, 3]>::ones(), 2.0);
}
