use shaped::prelude::*;

fn picked<N: Size>(x: &Tensor<f32, shape![N, 10]>, at: &Tensor<usize, shape![N, 1]>) -> Tensor<f32, shape![N, 1]> {
    x.take_along_axis(Axis::<1>, at)
}

#[test]
fn compiles_and_runs() {
    assert_eq!(picked::<One>(&Tensor::ones(), &Tensor::zeros()), tensor![[1.0]]);
}
