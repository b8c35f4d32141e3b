//! What a checked step says of values and gradients that are not finite.

use shaped::{
    grad::{Anomaly, Tape, Traced, Tracer},
    nn::{Linear, Module, Param},
    prelude::*,
};

fn of<S: Shape>(
    weight: &Param<S>,
    f: impl for<'t> FnOnce(Tensor<f32, S, Traced<'t>>, Tracer<'t, '_>) -> Tensor<f32, (), Traced<'t>>,
) -> Result<f32, Anomaly> {
    let mut tape = Tape::new(weight);
    tape.checked().value_and_grad(weight, |tape| f(tape.parameter(weight), tape)).map(|(value, _)| value)
}

#[test]
fn the_first_operation_that_made_a_nan_is_named() {
    let weight = Param::new(tensor![[1.0f32, -2.0], [4.0, 0.0]]);
    let anomaly = of(&weight, |x, _| (x.exp() + x.ln() * 2.0).sqrt().sum_all()).unwrap_err();
    assert_eq!((anomaly.operation(), anomaly.number()), (Some("ln"), Some(2)));
    assert!(anomaly.is_nan() && !anomaly.is_on_the_way_back());
    // The zero's logarithm is infinite, in the same operation.
    assert_eq!(anomaly.to_string(), "a NaN, made by `ln` of [2, 2], operation 2 of the step");
}

#[test]
fn an_earlier_infinite_number_is_named_too() {
    let weight = Param::new(tensor![1000.0f32, 2.0]);
    let anomaly = of(&weight, |x, _| (x.exp() - (&x * 2.0).exp()).sum_all()).unwrap_err();
    let says = "a NaN, made by `-` of [2] and [2], operation 4 of the step; before, `exp` of [2], operation 1 of the step, had made an infinite one";
    assert_eq!(anomaly.to_string(), says);
}

#[test]
fn infinite_losses_and_gradients_are_found() {
    let weight = Param::new(tensor![1000.0f32, 2.0]);
    let anomaly = of(&weight, |x, _| x.square().exp().mean_all()).unwrap_err();
    assert_eq!(anomaly.to_string(), "an infinite number, made by `exp` of [2], operation 2 of the step");

    let weight = Param::new(tensor![0.0f32, 4.0]);
    let anomaly = of(&weight, |x, _| x.sqrt().sum_all()).unwrap_err();
    assert!(anomaly.is_on_the_way_back() && !anomaly.is_nan());
    let says = "an infinite number in the gradient, made on the way back by `sqrt` of [2], operation 1 of the step";
    assert_eq!(anomaly.to_string(), says);
}

#[test]
fn a_nan_of_the_way_back_is_found_where_it_is_made() {
    // Forward there is none: 0 times the slope of the root, which is infinite.
    let weight = Param::new(tensor![0.0f32, 4.0]);
    let anomaly = of(&weight, |x, _| x.abs().sqrt().square().sum_all()).unwrap_err();
    assert_eq!((anomaly.operation(), anomaly.is_nan()), (Some("sqrt"), true));
    assert_eq!(
        anomaly.to_string(),
        "a NaN in the gradient, made on the way back by `sqrt` of [2], operation 2 of the step"
    );
}

#[test]
fn what_came_in_is_no_operations_fault() {
    type Mlp = (Linear<dim!(2), dim!(3)>, Linear<dim!(3), dim!(1)>);
    let mut model = Mlp::default();
    let x = tensor![[1.0f32, f32::NAN]];
    let mut tape = Tape::new(&model);
    let result = tape.checked().value_and_grad(&model, |tape| model.forward(&tape.input(&x)).sum_all());
    let anomaly = result.map(|(value, _)| value).unwrap_err();
    assert_eq!(anomaly.to_string(), "a NaN, which came in by an operand: no operation made it");
    assert_eq!((anomaly.operation(), anomaly.number()), (None, None));

    model.1.weight.as_mut_slice()[1] = f32::NAN;
    let x = tensor![[1.0f32, 2.0]];
    let result = tape.checked().grad(&model, |tape| model.forward(&tape.input(&x)).sum_all());
    assert_eq!(result.map(|_| ()).unwrap_err().to_string(), "a NaN, which is in the model's `1.weight`");
}

#[test]
fn layers_and_losses_are_named_as_they_are_called() {
    let model = Linear::<dim!(2), dim!(3)> { weight: Param::new(Tensor::full(f32::MAX)), ..Default::default() };
    let x = tensor![[2.0f32, -2.0]];
    let mut tape = Tape::new(&model);
    let result = tape.checked().value_and_grad(&model, |tape| model.forward(&tape.input(&x)).sum_all());
    assert_eq!(result.map(|_| ()).unwrap_err().operation(), Some("linear"));
    let x = tensor![[1.0f32, 0.0]];
    let mut name = |f: fn(Tensor<f32, shape![1, 3], Traced<'_>>) -> Tensor<f32, (), Traced<'_>>| {
        let result = tape.checked().value_and_grad(&model, |tape| f(model.forward(&tape.input(&x))));
        result.map(|_| ()).unwrap_err().operation()
    };
    assert_eq!(name(|x| (x * 2.0).sum_all()), Some("*"));
    assert_eq!(name(|x| x.square().sum_all()), Some("square"));
    assert_eq!(name(|x| x.matmul(&x.transpose()).sum_all()), Some("matmul"));
    assert_eq!(name(|x| x.sum_all()), Some("sum"));
    assert_eq!(name(|x| x.mse_loss(&(-&x))), Some("mse_loss"));
}

#[test]
fn infinite_masks_are_no_anomaly() {
    let weight = Param::new(tensor![[1.0f32, -2.0], [4.0, 0.5]]);
    let mask = tensor![[true, false], [true, true]];
    let value = of(&weight, |x, _| mask.select(&x, f32::NEG_INFINITY).softmax(Axis::<-1>).square().sum_all());
    let eager = mask.select(weight.value(), f32::NEG_INFINITY).softmax(Axis::<-1>).square().sum_all();
    assert_eq!(value.unwrap(), eager);
}

#[test]
fn a_checked_step_computes_what_a_step_does() {
    let weight = Param::new(Tensor::<f32, shape![3, 4]>::from_fn(|[i, j]| (i * 4 + j) as f32 / 7.0 - 0.5));
    let mut tape = Tape::new(&weight);
    macro_rules! step {
        ($tape:expr, $method:ident) => {
            $tape.$method(&weight, |tape| {
                let x = tape.parameter(&weight);
                (x.softmax(Axis::<-1>) * x.tanh()).matmul(&x.transpose()).square().mean_all()
            })
        };
    }
    let (value, gradient) = step!(tape, value_and_grad);
    let gradient = gradient.clone();
    let anomaly = tape.checked().grad(&weight, |tape| tape.parameter(&weight).ln().sum_all());
    assert_eq!(anomaly.map(|_| ()).unwrap_err().operation(), Some("ln"));
    let (checked, of_checked) = step!(tape.checked(), value_and_grad).unwrap();
    assert_eq!((checked, &*of_checked), (value, &gradient));
    let (_, twice) = step!(tape.checked(), accumulate).unwrap();
    assert!(twice.value().all_close(&(gradient.value() * 2.0), 1e-6, 0.0));
}
