// The places are of `M` rows.
use shaped::prelude::*;

fn picked<N: Size, M: Size>(x: &Tensor<f32, shape![N, 10]>, at: &Tensor<usize, shape![M, 1]>) {
    let _ = x.take_along_axis(Axis::<1>, at);
}

fn main() {
    picked::<One, One>(&Tensor::ones(), &Tensor::zeros());
}
