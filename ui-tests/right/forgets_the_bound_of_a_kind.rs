use shaped::Kind;
use shaped::prelude::*;

fn first<D: Size, K: Kind>(x: &Tensor<f32, shape![8, D], K>) {
    let _ = x;
}

#[test]
fn compiles_and_runs() {
    first(&Tensor::<f32, shape![8, 3]>::zeros());
}
