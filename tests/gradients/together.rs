//! Gradients of a few expressions against differences.

use shaped::{
    grad::{Tape, value_and_grad},
    nn::Param,
    prelude::*,
};

#[test]
fn element_wise_and_products() {
    let x = tensor![[1.0f64, 2.0, 3.0], [0.5, -1.0, 2.0]];
    let w = Param::new(tensor![[1.0f64, -2.0, 0.5], [0.25, 3.0, -1.0]]);
    let b = Param::new(tensor![0.5f64, -0.25]);
    let model = (w, b);
    let loss = |m: &(Param<shape![2, 3], f64>, Param<shape![2], f64>)| {
        (x.linear(&m.0, &m.1).tanh() * &m.1 - 1.0).square().mean_all()
    };
    let mut tape = Tape::new(&model);
    let (value, grads) = tape.value_and_grad(&model, |t| {
        let x = t.input(&x);
        (x.linear(&model.0, &model.1).tanh() * &model.1 - 1.0).square().mean_all()
    });
    assert!((value - loss(&model)).abs() < 1e-12);
    for i in 0..6 {
        let mut m = model.clone();
        m.0.as_mut_slice()[i] += 1e-6;
        let up = loss(&m);
        m.0.as_mut_slice()[i] -= 2e-6;
        let d = (up - loss(&m)) / 2e-6;
        assert!((d - grads.0.as_slice()[i]).abs() < 1e-8, "{i} {d} {:?}", grads.0);
    }
    for i in 0..2 {
        let mut m = model.clone();
        m.1.as_mut_slice()[i] += 1e-6;
        let up = loss(&m);
        m.1.as_mut_slice()[i] -= 2e-6;
        let d = (up - loss(&m)) / 2e-6;
        assert!((d - grads.1.as_slice()[i]).abs() < 1e-8, "{i} {d} {:?}", grads.1);
    }
}

#[test]
fn views_and_stretching() {
    let x = Tensor::<f64, shape![4, 3]>::from_fn(|[i, j]| (i * 3 + j) as f64 * 0.1 - 0.5);
    let f = |x: &Tensor<f64, shape![4, 3]>| {
        let t = x.transpose();
        let p = x.narrow(Axis::<0>, 1, Dim::<2>);
        (t.matmul(x).sum_all() + (x * x.mean_keepdim(Axis::<0>)).exp().sum_all() + p.square().sum_all()) * 1.0
            + x.max(Axis::<1>).sum_all()
            + x.var(Axis::<0>).sum_all()
            + x.prod(Axis::<1>).sum_all()
            + x.logsumexp(Axis::<0>).sum_all()
    };
    let (value, grad) = value_and_grad(&x, |tape| {
        let x = tape.input(&x);
        let t = x.transpose();
        let p = x.narrow(Axis::<0>, 1, Dim::<2>);
        (t.matmul(&x).sum_all() + (&x * x.mean_keepdim(Axis::<0>)).exp().sum_all() + p.square().sum_all()) * 1.0
            + x.max(Axis::<1>).sum_all()
            + x.var(Axis::<0>).sum_all()
            + x.prod(Axis::<1>).sum_all()
            + x.logsumexp(Axis::<0>).sum_all()
    });
    assert!((value - f(&x)).abs() < 1e-12);
    for i in 0..12 {
        let mut y = x.clone();
        y.as_mut_slice()[i] += 1e-6;
        let up = f(&y);
        y.as_mut_slice()[i] -= 2e-6;
        let d = (up - f(&y)) / 2e-6;
        assert!((d - grad.as_slice()[i]).abs() < 1e-7, "{i} {d} {grad:?}");
    }
}
