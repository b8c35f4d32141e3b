use shaped::prelude::*;

fn normalise<B: Size>(x: &mut Tensor<f32, shape![B, 3]>) {
    let sums = x.sum_keepdim(Axis::<1>);
    *x /= &sums;
}

#[test]
fn compiles_and_runs() {
    let mut x = tensor![[1.0, 1.0, 2.0]];
    normalise(&mut x);
    assert_eq!(x, tensor![[0.25, 0.25, 0.5]]);
}
