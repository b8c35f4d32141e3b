use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let model = Linear::<dim!(8), dim!(2)>::default();
    let doubles = model.convert(&mut |x: &f32| f64::from(*x));
    assert_eq!(doubles.forward(&Tensor::<f64, shape![8]>::ones()), tensor![0.0, 0.0]);
}
