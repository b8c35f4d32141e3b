use shaped::prelude::*;

fn embed<L: Shape, D: Size>(tokens: &Tensor<f32, (L, D)>, position: &Tensor<f32, shape![D]>) -> Tensor<f32, (L, D)> {
    tokens + position
}

#[test]
fn compiles_and_runs() {
    embed(&tensor![[1.0, 2.0]], &tensor![3.0, 4.0]);
}
