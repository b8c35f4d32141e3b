//! What a tape keeps: what a way back reads, and nothing else. What is dropped is free at once, and what is owned is worked on in place.

use std::panic::{AssertUnwindSafe, catch_unwind};

use shaped::grad::{Tape, Traced, Tracer, grad, value_and_grad};
use shaped::{nn::*, prelude::*};

use crate::memory::most_of_a_step;

type Rows = shape![64, 1000];
type OnTape<'t> = Tensor<f32, Rows, Traced<'t>>;
const VALUE: usize = 4 * 64 * 1000;
/// What a step needs beside values of that size.
const REST: usize = 16 << 10;

fn rows() -> Tensor<f32, Rows> {
    Tensor::<f32, Rows>::arange().map(|x| (x * 0.37).sin() + 1.5)
}

/// How many values of that size the step holds at most, gradients among them.
fn values(f: impl for<'t> Fn(OnTape<'t>) -> OnTape<'t>) -> usize {
    let x = rows();
    let mut tape = Tape::new(&x);
    let most = most_of_a_step(|| {
        tape.value_and_grad(&x, |tape| f(tape.input(&x)).sum_all());
    });
    assert!(most % VALUE < REST, "{most} bytes");
    most / VALUE
}

fn address(x: &OnTape<'_>) -> usize {
    x.value().as_slice().as_ptr().addr()
}

#[test]
fn what_nobody_reads_is_not_kept() {
    // One value that is replaced, and one gradient that moves.
    let in_place = values(|x| (0..40).fold(&x + 0.5, |y, i| y * 0.5 + i as f32 - &x));
    assert!(in_place <= 2, "{in_place}");
    // A new value each time, beside the one that it is made of.
    let copies = values(|x| (0..40).fold(&x + 0.5, |y, _| &y + 1.0));
    assert!(copies <= 3, "{copies}");
    // A product reads both sides, and each is kept once; the values in between are not.
    let products = values(|x| (0..20).fold(&x * 0.5, |y, _| (&y + 0.5) * &x));
    assert!((20..=23).contains(&products), "{products}");
    // Functions that read their result keep it, in the place of their operand.
    let functions = values(|x| (0..20).fold(&x * 0.5, |y, _| Relu.forward_of(y + 0.1)));
    assert!((20..=23).contains(&functions), "{functions}");
}

/// A layer of an owned tensor, as in a tuple of layers.
trait ForwardOf {
    fn forward_of<'t>(&self, x: OnTape<'t>) -> OnTape<'t>;
}
impl<L: Module<Rows, Output = Rows>> ForwardOf for L {
    fn forward_of<'t>(&self, x: OnTape<'t>) -> OnTape<'t> {
        self.forward_owned(x)
    }
}

#[test]
fn gradients_go_as_soon_as_they_are_handed_on() {
    // 20 layers that keep nothing, and copy: of gradients there are two at a time.
    let copies = values(|x| (0..20).fold(x.tril(0), |y, _| y.roll(Axis::<0>, 1)));
    assert!(copies <= 3, "{copies}");
}

/// Fills the memory that is free with what is no number.
fn spoil(tape: Tracer<'_, '_>) {
    let bad: Vec<_> = (0..6).map(|_| tape.constant(&Tensor::<f32, Rows>::full(f32::NAN))).collect();
    assert!(bad.iter().all(|x| x.value()[[0, 0]].is_nan()));
}

#[test]
fn what_is_read_stays() {
    let x = rows();
    // The same operations, where all values live to the end; or where they go as soon as they can, and their memory to others.
    let run = |lives: bool| {
        grad(&x, |tape| {
            let x = tape.input(&x);
            let (a, b) = (x.exp(), &x + 2.0);
            let logs = b.ln().mean_all();
            let difference = &a - &b;
            let product = &a * &b;
            let (mut all, mut values) = (product.sigmoid().sum_all(), vec![a, b]);
            let mut go = |more: Vec<_>| {
                values.extend(more);
                if !lives {
                    values.clear();
                    spoil(tape);
                }
            };
            go(vec![]);
            let squares = product.transpose().matmul(&difference).square();
            go(vec![product, difference]);
            all += squares.mean_all();
            drop(squares);
            go(vec![]);
            all * logs
        })
    };
    let plain = run(true);
    assert!(plain.iter().all(|x| x.is_finite()));
    assert_eq!(plain, run(false));
}

#[test]
fn views_and_clones_keep_a_value() {
    let x = rows();
    let (value, gradient) = value_and_grad(&x, |tape| {
        let y = tape.input(&x) * 2.0;
        let copy = y.clone();
        let constant = y.detach();
        let at = address(&y);
        // Others use it, so it is not changed.
        let z = y + 1.0;
        assert_ne!(address(&z), at);
        spoil(tape);
        assert_eq!(copy.value().to_tensor(), &x * 2.0);
        let transposed = copy.transpose();
        spoil(tape);
        let w = transposed.matmul(&z).sum_all();
        drop(copy);
        spoil(tape);
        assert_eq!(constant.value().to_tensor(), &x * 2.0);
        w + constant.sum_all()
    });
    let (expected, by_x) = value_and_grad(&x, |tape| {
        let y = &tape.input(&x) * 2.0;
        let z = &y + 1.0;
        y.transpose().matmul(&z).sum_all() + y.detach().sum_all()
    });
    assert_eq!((value, gradient), (expected, by_x));
}

#[test]
fn in_place_where_nobody_reads() {
    let x = rows();
    let gradient = grad(&x, |tape| {
        let x = tape.input(&x);
        macro_rules! place {
            ($same:expr, |$y:ident| $made:expr) => {
                place!($same, &x * 1.5, |$y| $made)
            };
            ($same:expr, $of:expr, |$y:ident| $made:expr) => {{
                let $y = $of;
                let at = address(&$y);
                let made = $made;
                assert_eq!(address(&made) == at, $same, "{}", stringify!($made));
                made.sum_all()
            }};
        }
        let mut all = x.mean_all();
        all += place!(true, |y| y + 1.0);
        all += place!(true, |y| 1.0 - y);
        all += place!(true, |y| y * 2.0);
        all += place!(true, |y| -y);
        all += place!(true, |y| y + &x);
        all += place!(true, |y| &x - y);
        all += place!(true, |y| y - x.view());
        all += place!(true, |y| Relu.forward_of(y));
        all += place!(true, |y| Sigmoid.forward_of(y));
        all += place!(true, |y| Tanh.forward_of(y));
        all += place!(true, |y| y / 3.0);
        // Division by a constant reads the divisor alone.
        all += place!(true, |y| y / x.detach());
        all += place!(true, |y| {
            let mut y = y;
            y += &x;
            y
        });
        // Their ways back read the operand.
        all += place!(false, |y| y * &x);
        all += place!(false, |y| &x / y);
        all += place!(false, |y| Gelu.forward_of(y));
        // The way back of what made it reads it.
        all += place!(false, x.exp(), |y| y + 1.0);
        all += place!(true, x.sin(), |y| y + 1.0);
        all += place!(false, x.softmax(Axis::<1>), |y| -y);
        // A square of what nobody else has.
        all += place!(false, |y| &y * &y);
        all
    });
    assert!(gradient.iter().all(|x| x.is_finite()));
}

#[test]
fn in_place_gives_the_same_bits() {
    let x = rows();
    let ones = Tensor::<f32, shape![1000]>::full(0.3);
    // A clone of the operand, so that nothing is in place; or none.
    let run = |keeps: bool| {
        let mut tape = Tape::new(&x);
        let (loss, gradient) = tape.value_and_grad(&x, |tape| {
            let (x, ones) = (tape.input(&x), tape.input(&ones));
            let mut y = &x * 0.7;
            macro_rules! steps {
                ($(|$y:ident| $step:expr;)*) => { $({
                    let (copy, at) = (keeps.then(|| y.clone()), address(&y));
                    let $y = y;
                    y = $step;
                    assert_eq!(address(&y) == at, !keeps, "{}", stringify!($step));
                    drop(copy);
                })* };
            }
            steps! {
                |y| y + &ones;
                |y| y * 1.25;
                |y| y - &x;
                |y| -y;
                |y| Tanh.forward_of(y);
            }
            y = y.sin();
            let mut more = y.sum_all();
            steps! {
                |y| &x - y;
                |y| 1.0 - y;
                |y| Relu.forward_of(y);
            }
            more += y.square().mean_all();
            more
        });
        (loss.to_bits(), gradient.clone())
    };
    assert_eq!(run(true), run(false));
}

#[test]
fn a_panic_in_a_step_loses_nothing() {
    let x = rows();
    let mut tape = Tape::new(&x);
    let expected = tape.value_and_grad(&x, |tape| tape.input(&x).exp().sum_all()).1.clone();
    for _ in 0..3 {
        let panic = catch_unwind(AssertUnwindSafe(|| {
            tape.value_and_grad(&x, |tape| {
                let y = tape.input(&x).exp();
                let z = &y + &(&y * 2.0);
                assert!(z.value()[[0, 0]].is_nan(), "in the step");
                z.sum_all()
            });
        }));
        assert!(panic.is_err());
        let (_, gradient) = tape.value_and_grad(&x, |tape| tape.input(&x).exp().sum_all());
        assert_eq!(gradient, &expected);
    }
}

#[test]
fn checkpoints_let_go_of_their_parts() {
    let x = rows();
    let whole = grad(&x, |tape| {
        let y = tape.input(&x) * 0.5;
        (y.sin() * y.exp()).sum_all()
    });
    let parts = grad(&x, |tape| {
        let y = tape.input(&x) * 0.5;
        let z = tape.checkpoint(&y, |_, y| {
            let (a, b) = (y.sin(), y.exp());
            drop(y);
            a * b
        });
        drop(y);
        spoil(tape);
        z.sum_all()
    });
    assert_eq!(whole, parts);
}

#[test]
fn steps_that_are_checked_see_operands_before_they_change() {
    let x = tensor![1.0f32, 0.0];
    let mut tape = Tape::new(&x);
    let error = tape.checked().value_and_grad(&x, |tape| (1.0 / (tape.input(&x) * 2.0)).sum_all()).err().unwrap();
    assert_eq!(error.operation(), Some("/"));
}
