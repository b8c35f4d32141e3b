// `second` is declared as `first` is.
use shaped::{nn::*, prelude::*};

fn deeper<L: Shape, D: StaticSize, H: StaticSize>(
    first: &Linear<D, H>,
    second: &Linear<D, H>,
    x: &Tensor<f32, (L, D)>,
) -> Tensor<f32, (L, H)> {
    second.forward(&first.forward(x).relu())
}

fn main() {}
