use shaped::{Fix, prelude::*};

axis!(Batch);

fn rows<D: Size>(x: &Tensor<f32, shape![Batch, D]>) -> View<'_, f32, shape![32, D]>
where
    shape![Batch, D]: Fix<shape![32, D]>,
{
    x.fix().unwrap()
}

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![Batch, 784]>::zeros_with(Batch(32));
    assert_eq!(rows(&x).sizes(), [32, 784]);
}
