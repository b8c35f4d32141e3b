use shaped::{grad::Tape, prelude::*};

#[test]
fn compiles_and_runs() {
    let x = tensor![1.0f32, 2.0];
    let mut tape = Tape::new(&x);
    let (loss, gradient) = tape.value_and_grad(&x, |tape| tape.input(&x).mean_all());
    assert_eq!(loss, 1.5);
    assert_eq!(*gradient, tensor![0.5, 0.5]);
}
