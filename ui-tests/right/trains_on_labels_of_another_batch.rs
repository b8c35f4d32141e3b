use shaped::{grad::Tape, nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let model = Linear::<dim!(784), dim!(10)>::default();
    let (x, labels) = (Tensor::<f32, shape![64, 784]>::ones(), Tensor::<i64, shape![64]>::zeros());
    Tape::new(&model).value_and_grad(&model, |tape| model.forward(&tape.input(&x)).cross_entropy(&labels));
}
