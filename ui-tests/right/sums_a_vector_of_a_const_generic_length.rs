use shaped::prelude::*;
use shaped::{Dim, StaticSize};

fn total<const N: usize>(x: Tensor<f32, ((), Dim<N>)>) -> f32
where
    Dim<N>: StaticSize,
{
    x.sum_all()
}

#[test]
fn compiles_and_runs() {
    assert_eq!(total(Tensor::<f32, shape![4]>::ones()), 4.0);
}
