//! How much memory a step needs at most, with and without checkpoints.
#![allow(unsafe_code)] // an allocator that counts

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use shaped::{
    grad::{Tape, Traced, Tracer},
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
