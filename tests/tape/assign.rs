//! `+=` and its like on a tape: a new value under the same name.

use shaped::{
    Assign, Broadcast,
    grad::{Traced, value_and_grad},
    nn::Param,
    prelude::*,
};

#[test]
fn what_is_assigned_is_computed_from_then_on() {
    let model = (Param::new(tensor![[1.0f64, 2.0], [3.0, 4.0]]), Param::new(tensor![0.5f64, -2.0]));
    let c = tensor![[2.0f64], [3.0]];
    let (value, gradient) = value_and_grad(&model, |tape| {
        let mut y = tape.parameter(&model.0);
        let first = y.clone();
        y *= &first;
        y += &model.1;
        y -= tape.input(&c);
        y /= tape.parameter(&model.1);
        y *= 0.25;
        y %= 100.0;
        (y * first).sum_all()
    });
    let (expected, of_parts) = value_and_grad(&model, |tape| {
        let (x, w) = (tape.parameter(&model.0), tape.parameter(&model.1));
        ((&x * &x + &w - tape.input(&c)) / &w * 0.25 * &x).sum_all()
    });
    assert!((value - expected).abs() < 1e-12);
    assert!(gradient.0.value().all_close(of_parts.0.value(), 1e-12, 0.0));
    assert!(gradient.1.value().all_close(of_parts.1.value(), 1e-12, 0.0));
}

/// Adds in place, of any shapes that fit: by the bound that the error about unknown shapes names for an assignment, and the one for the sum.
fn add_to<'t, L, R>(x: &mut Tensor<f32, L, Traced<'t>>, y: Tensor<f32, R, Traced<'t>>)
where
    L: Shape + Assign<R> + Broadcast<R>,
    R: Shape,
{
    *x += y;
}

#[test]
fn of_any_shapes_by_the_bounds_of_both() {
    let (x, b) = (tensor![[1.0f32, 2.0], [3.0, 4.0]], tensor![10.0f32, 20.0]);
    let (value, gradient) = value_and_grad(&b, |tape| {
        let mut sum = tape.input(&x);
        add_to(&mut sum, tape.input(&b));
        sum.sum_all()
    });
    assert_eq!((value, gradient.into_inner()), (70.0, tensor![2.0, 2.0]));
}
