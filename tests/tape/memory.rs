//! How much memory a step needs at most, with and without checkpoints.
#![allow(unsafe_code)] // an allocator that counts

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use shaped::{
    grad::{Tape, Traced, Tracer, custom},
    nn::*,
    prelude::*,
};

struct Counting;

thread_local! {
    static NOW: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    NOW.set(NOW.get() + bytes);
    MOST.set(MOST.get().max(NOW.get()));
}

// SAFETY: passes everything on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller keeps the rules of `GlobalAlloc`, which are the system allocator's, too.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the caller keeps the rules of `GlobalAlloc`, which are the system allocator's, too.
        unsafe { System.dealloc(ptr, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The most that a step needs beside what a tape has from the steps before it, if what is given back is given back.
pub fn most_of_a_step(mut step: impl FnMut()) -> usize {
    shaped::memory::keep_at_most(0);
    step();
    step();
    let before = NOW.get();
    MOST.set(before);
    step();
    (MOST.get() - before) as usize
}

/// A block of four layers, as wide as its input.
type Block = (LayerNorm<dim!(64)>, Linear<dim!(64), dim!(64)>, Gelu, Linear<dim!(64), dim!(64)>);
type Deep = [Block; 16];
type Rows = Tensor<f32, shape![256, 64]>;
type OnTape<'t> = Tensor<f32, shape![256, 64], Traced<'t>>;

/// The most that a second step needs beside the first one's tape, all gradients included.
fn most(
    model: &Deep,
    x: &Rows,
    block: impl for<'t, 'env> Fn(Tracer<'t, 'env>, &'env Block, &OnTape<'t>) -> OnTape<'t>,
) -> isize {
    let before = NOW.get();
    let mut tape = Tape::new(model);
    for _ in 0..2 {
        MOST.set(NOW.get());
        tape.value_and_grad(model, |tape| {
            model.iter().fold(tape.input(x), |y, one| block(tape, one, &y)).square().mean_all()
        });
    }
    MOST.get() - before
}

#[test]
fn checkpoints_keep_less() {
    // Blocks that are given back are given back.
    shaped::memory::keep_at_most(0);
    let (model, x) = (Deep::default(), Rows::ones());
    let value = size_of_val(x.as_slice()) as isize;
    let plain = most(&model, &x, |_, block, y| block.forward(y));
    let less = most(&model, &x, |tape, block, y| tape.checkpoint(y, move |_, y| block.forward(&y)));
    println!("{plain} bytes at most, {less} with checkpoints");
    // Four values of each block stay; with a checkpoint one, and the values of one block when it is computed again.
    assert!(plain > 16 * 4 * value, "{plain}");
    assert!(less < plain - (16 - 2) * 3 * value, "{less} of {plain}");
    assert!(less * 2 < plain, "{less} of {plain}");
}

thread_local! {
    /// How many places of a program's own code are gone through before the step is given up.
    static PLACES: Cell<usize> = const { Cell::new(0) };
}

/// A place where a step may be given up. No hook runs, which would have memory of its own.
fn here() {
    match PLACES.get() {
        0 => resume_unwind(Box::new("given up")),
        left => PLACES.set(left - 1),
    }
}

/// A step is given up at each of the places where a program's own code runs: in the closure, and in what an operation of its own or a
/// checkpoint computes, on the way forward and on the way back.
#[test]
fn a_panic_leaks_nothing() {
    type Model = (Linear<dim!(64), dim!(64)>, LayerNorm<dim!(64)>);
    shaped::memory::keep_at_most(0);
    let (model, x) = (Model::default(), Rows::ones());
    let step = |tape: &mut Tape<Model>, places: usize| {
        PLACES.set(places);
        let run = || {
            tape.value_and_grad(&model, |tape| {
                let own = vec![2.0f32; 100];
                let y = model.0.forward(&tape.input(&x)).relu();
                here();
                let y = tape.checkpoint(&y, |_, y| {
                    let y = model.1.forward(&y);
                    here(); // and again on the way back
                    y
                });
                let squares = |(y,): (View<'_, f32, shape![256, 64]>,)| {
                    let squares = &y * &y;
                    here();
                    squares
                };
                let z = custom((&y,), squares, |(y,), _, g| {
                    let slopes = g * y;
                    here();
                    (slopes * 2.0,)
                });
                here();
                (z + y).mean_all() * own[7]
            })
            .0
        };
        catch_unwind(AssertUnwindSafe(run)).map_err(|panic| *panic.downcast::<&str>().unwrap())
    };
    let whole = step(&mut Tape::new(&model), usize::MAX).unwrap();
    let before = NOW.get();
    for place in 0..6 {
        let mut tape = Tape::new(&model);
        assert_eq!(step(&mut tape, place), Err("given up"), "place {place}");
        drop(tape);
        assert_eq!(NOW.get(), before, "place {place}, in a first step");
        let mut tape = Tape::new(&model);
        assert_eq!(step(&mut tape, usize::MAX), Ok(whole));
        assert_eq!(step(&mut tape, place), Err("given up"), "place {place}");
        assert_eq!(step(&mut tape, usize::MAX), Ok(whole));
        drop(tape);
        assert_eq!(NOW.get(), before, "place {place}, between two steps");
    }
    assert_eq!(step(&mut Tape::new(&model), 6), Ok(whole), "there are six places");
}
