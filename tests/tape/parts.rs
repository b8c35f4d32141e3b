//! A step in parts: `Tapes`.

use std::panic::{AssertUnwindSafe, catch_unwind};

use shaped::grad::{Gradient, Tape, Tapes};
use shaped::optim::{Adam, Batches};
use shaped::{nn::*, prelude::*};

axis!(Batch);

fn number(i: usize) -> f64 {
    ((i * 7919 + 13) % 2003) as f64 / 1001.5 - 1.0
}

fn data() -> (Tensor<f64, shape![12, 6]>, Tensor<usize, shape![12]>) {
    (Tensor::from_flat_fn(number), Tensor::from_flat_fn(|i| i % 3))
}

type Layers = (Linear<dim!(6), dim!(8), f64>, Tanh, Linear<dim!(8), dim!(3), f64>);

fn model() -> Layers {
    let mut model = Layers::default();
    let mut i = 0;
    Parameters::<f64>::visit_mut(&mut model, &mut |_, elements| {
        elements.iter_mut().for_each(|x| {
            i += 1;
            *x = number(3 * i) / 2.0;
        })
    });
    model
}

fn elements(model: &Layers) -> Vec<f64> {
    let mut all = Vec::new();
    model.visit(&mut |_, elements: &[f64]| all.extend_from_slice(elements));
    all
}

/// The mean over parts of one size is the mean over the batch.
#[test]
fn parts_of_a_batch_are_the_batch() {
    let ((x, y), model) = (data(), model());
    let mut tape = Tape::new(&model);
    let (whole, gradient) = tape.value_and_grad(&model, |tape| model.forward(&tape.input(&x)).cross_entropy(&y));
    let expected = elements(gradient);
    let mut tapes = Tapes::new(&model);
    for _ in 0..3 {
        let parts: Vec<_> = Batches::new(&x, &y, Dim::<3>).in_order().collect();
        let (mean, gradient) =
            tapes.value_and_grad(&model, &parts, |tape, (x, y)| model.forward(&tape.input(x)).cross_entropy(y));
        assert!((mean - whole).abs() < 1e-14, "{mean} instead of {whole}");
        for (x, expected) in elements(gradient).into_iter().zip(&expected) {
            assert!((x - expected).abs() < 1e-14, "{x} instead of {expected}");
        }
    }
}

/// The sum of the parts' gradients in their order, divided by how many they are, to the bit; more parts later, and fewer.
#[test]
fn each_part_counts_the_same() {
    let ((x, y), model) = (data(), model());
    let mut tapes = Tapes::new(&model);
    for rows in [6, 3, 5, 12] {
        let batches = Batches::new(&x, &y, Batch(rows));
        let parts: Vec<_> = batches.in_order().collect();
        let (mean, each, gradient) = tapes.value_and_grad_with(&model, &parts, |tape, (x, y)| {
            let loss = model.forward(&tape.input(x)).cross_entropy(y);
            (loss.clone(), loss.value()[[]])
        });
        let mut sum = vec![0.0; elements(&model).len()];
        let mut losses = Vec::new();
        for (i, (x, y)) in parts.iter().enumerate() {
            let mut tape = Tape::new(&model);
            let (loss, gradient) = tape.value_and_grad(&model, |tape| model.forward(&tape.input(x)).cross_entropy(y));
            losses.push(loss);
            for (sum, x) in sum.iter_mut().zip(elements(gradient)) {
                *sum = if i == 0 { x } else { *sum + x };
            }
        }
        let count = parts.len() as f64;
        assert_eq!(each, losses);
        assert_eq!(mean, losses.iter().sum::<f64>() / count);
        assert_eq!(elements(gradient), sum.iter().map(|x| x / count).collect::<Vec<_>>());
    }
}

/// Each part drops other elements; a seed gives the same step again, with tapes that were made in another order.
#[test]
fn a_seed_gives_the_same_step_again() {
    let (x, weight) = (Tensor::<f64, shape![4, 1000]>::ones(), Param::new(Tensor::<f64, shape![1000]>::ones()));
    let rows: Vec<_> = Batches::new(&x, &x, One).in_order().map(|(row, _)| row).collect();
    let step = |tapes: &mut Tapes<_, f64>, rows: &[_]| {
        let (loss, gradient) = tapes
            .value_and_grad(&weight, rows, |tape, row| Dropout(0.5).forward(&(tape.input(row) * &weight)).sum_all());
        (loss, gradient.as_slice().to_vec())
    };
    let mut tapes = Tapes::new(&weight);
    tapes.train(7);
    let all = step(&mut tapes, &rows);
    // Kept with a half, and then twice as large: of one part 0 or 2, of four parts 0, 0.5, 1, 1.5 or 2.
    assert!([0.0, 0.5, 1.0, 1.5, 2.0].iter().all(|kept| all.1.contains(kept)), "the parts drop the same elements");
    assert_ne!(step(&mut tapes, &rows), all, "each step drops others");
    tapes.train(7);
    assert_eq!(step(&mut tapes, &rows), all);
    let mut later = Tapes::new(&weight);
    later.train(7);
    assert_eq!(step(&mut later, &rows), all);
    let mut one = Tape::new(&weight);
    one.train(7);
    let (loss, gradient) =
        one.value_and_grad(&weight, |tape| Dropout(0.5).forward(&(tape.input(&rows[0]) * &weight)).sum_all());
    let mut again = Tapes::new(&weight);
    again.train(7);
    assert_eq!(step(&mut again, &rows[..1]), (loss, gradient.as_slice().to_vec()), "one part is a tape");
    tapes.eval();
    assert_eq!(step(&mut tapes, &rows), (1000.0, vec![1.0; 1000]));
}

/// The next statistics of a batch norm are the mean of what the parts say.
#[test]
fn statistics_are_the_mean() {
    let x = Tensor::<f64, shape![4, 2]>::from_flat_fn(number);
    let norm = BatchNorm1d::<dim!(2), f64>::default();
    let parts: Vec<_> = Batches::new(&x, &x, Dim::<2>).in_order().collect();
    let mut tapes = Tapes::new(&norm);
    tapes.train(1);
    let (_, gradient) =
        tapes.value_and_grad(&norm, &parts, |tape, (x, _)| norm.forward(&tape.input(x)).square().mean_all());
    // PyTorch's momentum of 0.1, from 0: a tenth of the mean over all rows.
    for (x, mean) in gradient.running_mean.as_slice().iter().zip(x.mean(Axis::<0>).as_slice()) {
        assert!((x - 0.1 * mean).abs() < 1e-15, "{x} instead of a tenth of {mean}");
    }
}

/// Training in parts is training by the whole batch.
#[test]
fn models_learn_in_parts() {
    let (x, y) = data();
    let train = |step: &mut dyn FnMut(&Layers, &mut dyn FnMut(f64, &Gradient<Layers>))| {
        let (mut model, mut last) = (model(), 0.0);
        let mut adam = Adam::new(&model, 0.01);
        for _ in 0..50 {
            let mut gradient = None;
            step(&model, &mut |loss, there| (last, gradient) = (loss, Some(there.clone())));
            adam.step(&mut model, &mut gradient.unwrap());
        }
        last
    };
    let mut tape = Tape::new(&model());
    let whole = train(&mut |model, take| {
        let (loss, gradient) = tape.value_and_grad(model, |tape| model.forward(&tape.input(&x)).cross_entropy(&y));
        take(loss, gradient);
    });
    let parts: Vec<_> = Batches::new(&x, &y, Dim::<4>).in_order().collect();
    let mut tapes = Tapes::new(&model());
    let cut = train(&mut |model, take| {
        let (loss, gradient) =
            tapes.value_and_grad(model, &parts, |tape, (x, y)| model.forward(&tape.input(x)).cross_entropy(y));
        take(loss, gradient);
    });
    assert!(whole < 0.95 && (whole - cut).abs() < 1e-9, "{whole} and {cut}");
    assert!(tapes.bytes() > 0);
}

/// A panic in one part comes out, and the tapes serve the next step.
#[test]
fn a_panic_loses_nothing() {
    let ((x, y), model) = (data(), model());
    let parts: Vec<_> = Batches::new(&x, &y, Dim::<3>).in_order().collect();
    let mut tapes = Tapes::new(&model);
    let step = |tapes: &mut Tapes<_, f64>, fails: bool| {
        let (loss, gradient) = tapes.value_and_grad(&model, &parts, |tape, (x, y)| {
            assert!(!fails || y[[0]] == 1, "the part that fails");
            model.forward(&tape.input(x)).cross_entropy(y)
        });
        (loss, elements(gradient))
    };
    let before = step(&mut tapes, false);
    let panic = catch_unwind(AssertUnwindSafe(|| step(&mut tapes, true))).unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"the part that fails"));
    assert_eq!(step(&mut tapes, false), before);
}

#[test]
#[should_panic(expected = "a step of no parts has no mean")]
fn no_parts_have_no_mean() {
    let model = model();
    let none: [Tensor<f64, shape![1, 6]>; 0] = [];
    Tapes::new(&model).value_and_grad(&model, &none, |tape, x| model.forward(&tape.input(x)).sum_all());
}
