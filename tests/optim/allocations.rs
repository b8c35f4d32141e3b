//! What is allocated, counted: nothing, in a step of each optimizer and what stands beside it, and of a tape that has what its steps need.
#![allow(unsafe_code)] // an allocator that counts

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use shaped::grad::{Gradient, Tape};
use shaped::nn::*;
use shaped::optim::*;
use shaped::prelude::*;

struct Counting;

thread_local! {
    static BLOCKS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: passes everything on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        BLOCKS.set(BLOCKS.get() + 1);
        // SAFETY: the caller keeps the rules of `GlobalAlloc`, which are the system allocator's, too.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the rules of `GlobalAlloc`, which are the system allocator's, too.
        unsafe { System.dealloc(ptr, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn blocks(f: impl FnOnce()) -> usize {
    let before = BLOCKS.get();
    f();
    BLOCKS.get() - before
}

#[test]
fn a_step_allocates_nothing() {
    type Model = (Param<shape![40, 30]>, Vec<Param<shape![7]>>);
    let mut model: Model = (Param::ones(), vec![Param::ones(); 150]);
    let mut gradient = Gradient::new(model.clone());
    // The variable `SHAPED_SIMD` is read once, which takes a block if it is set.
    clip_grad_norm(&mut gradient, 1.0);
    assert_eq!(blocks(|| drop(vec![0])), 1, "blocks are counted");
    macro_rules! none {
        ($($optimizer:expr)*) => { $(
            let mut optimizer = $optimizer;
            assert_eq!(blocks(|| optimizer.step(&mut model, &mut gradient)), 0, "{}", stringify!($optimizer));
        )* };
    }
    none! {
        Sgd::new(&model, 0.1)
        Sgd::new(&model, 0.1).momentum(0.9)
        Adam::new(&model, 0.1)
        Adam::new(&model, 0.1).amsgrad()
        AdamW::new(&model, 0.1)
        RmsProp::new(&model, 0.1)
        RmsProp::new(&model, 0.1).centered().momentum(0.9)
        Adagrad::new(&model, 0.1)
    }
    let mut ema = Ema::new(&model, 0.9);
    assert_eq!(blocks(|| ema.update(&model)), 0);
    let clipped = blocks(|| {
        clip_grad_norm(&mut gradient, 1.0);
        clip_grad_value(&mut gradient, 1.0);
    });
    assert_eq!(clipped, 0);
}

/// What a step gives back serves the next one, if anything is kept.
#[test]
#[cfg_attr(any(miri, shaped_keeps_nothing), ignore = "no memory is kept")]
fn a_step_of_a_tape_allocates_nothing() {
    type Small = (Linear<dim!(6), dim!(40)>, Relu, LayerNorm<dim!(40)>, Linear<dim!(40), dim!(5)>);
    let (small, filters) = (Small::default(), Conv2d::<dim!(2), dim!(4), dim!(3), Conv<One, One>>::default());
    let norm = BatchNorm2d::<dim!(4)>::default();
    let rows = Tensor::<f32, shape![30, 6]>::ones();
    let labels = Tensor::<usize, shape![30]>::ones();
    let images = Tensor::<f32, shape![3, 2, 9, 8]>::ones();
    let maps = Tensor::<f32, shape![3, 4, 9, 8]>::ones();
    macro_rules! none {
        ($($model:expr, |$tape:ident| $loss:expr;)*) => { $(
            let mut tape = Tape::new($model);
            tape.train(0);
            for step in 0..5 {
                let asked = blocks(|| {
                    tape.value_and_grad($model, |$tape| $loss);
                });
                assert!(step < 2 || asked == 0, "{}: {asked} in step {step}", stringify!($loss));
            }
        )* };
    }
    none! {
        &small, |tape| small.forward(&tape.input(&rows)).cross_entropy(&labels);
        &filters, |tape| filters.forward(&tape.input(&images)).max_pool2d(Pool::new(Dim::<2>)).square().mean_all();
        &norm, |tape| norm.forward(&tape.input(&maps)).square().sum_all();
        &rows, |tape| {
            let x = tape.input(&rows);
            x.attention(&x, &x).var(Axis::<0>).sum_all() + x.transpose().exp().norm(Axis::<1>).sum_all()
        };
    }
}
