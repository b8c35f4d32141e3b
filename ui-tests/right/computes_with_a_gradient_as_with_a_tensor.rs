use shaped::{grad::grad, prelude::*};

#[test]
fn compiles_and_runs() {
    let x = tensor![1.0f64, 2.0];
    let slope = grad(&x, |tape| tape.input(&x).square().sum_all());
    let _next = &x - &*slope + &slope * 0.1;
}
