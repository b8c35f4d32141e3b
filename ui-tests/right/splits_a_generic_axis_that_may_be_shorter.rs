use shaped::{Split, prelude::*};

fn gates<B: Size, D: StaticSize>(x: &Tensor<f32, shape![B, D]>) -> (f32, f32)
where
    shape![B, D]: Split<Axis<1>, Dim<4>>,
{
    let (gate, value) = x.split_at(Axis::<1>, Dim::<4>);
    (gate.sigmoid().sum_all(), value.tanh().sum_all())
}

#[test]
fn compiles_and_runs() {
    assert_eq!(gates(&Tensor::<f32, shape![3, 8]>::zeros()), (6.0, 0.0));
}
