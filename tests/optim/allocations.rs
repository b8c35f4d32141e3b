//! What is allocated, counted: nothing, in a step of each optimizer and what stands beside it.
#![allow(unsafe_code)] // an allocator that counts

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use shaped::nn::Param;
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
    let mut gradient = model.clone();
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
