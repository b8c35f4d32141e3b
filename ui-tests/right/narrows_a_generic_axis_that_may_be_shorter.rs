use shaped::{Narrow, prelude::*};

fn first_four<B: Size, D: StaticSize>(x: &Tensor<f32, shape![B, D]>) -> Tensor<f32, shape![B]>
where
    shape![B, D]: Narrow<Axis<1>, Dim<4>, Output = shape![B, 4]>,
{
    x.narrow(Axis::<1>, 0, Dim::<4>).mean(Axis::<1>)
}

#[test]
fn compiles_and_runs() {
    assert_eq!(first_four(&Tensor::<f32, shape![3, 8]>::ones()), tensor![1.0, 1.0, 1.0]);
}
