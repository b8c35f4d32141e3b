// The sums have lost the axis that they are of.
use shaped::prelude::*;

fn normalise<B: Size>(x: &mut Tensor<f32, shape![B, 3]>) {
    let sums = x.sum(Axis::<1>);
    *x /= &sums;
}

fn main() {
    normalise(&mut tensor![[1.0, 2.0, 3.0]]);
}
