//! The memory of a step of training, for the next one.

// Circle with memory.rs: memory is asked for here first, and what a tape leaves when it is dropped is kept there.
use alloc::vec::Vec;
use core::cell::RefCell;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::block::Block;
use super::kept::quarter;
use super::memory;

/// What so many steps did not need is given back.
const PATIENCE: u32 = 2;
/// Classes of sizes: four from each power of two to the next; behind the last one there is one without blocks.
const CLASSES: usize = usize::BITS as usize * 4 + 1;
/// So many classes further on are blocks that are taken where none of a fitting size waits: about four times as large.
const LARGER: usize = 8;

/// The blocks that the steps of a tape have needed and do not need now, small ones too, however many: steps ask for the same sizes in the
/// same order, so that each finds what the one before it left.
///
/// Where no block of a fitting size waits, a larger one is taken before memory is asked for: what a step has at most is then little more than what
/// is in use at a time.
///
/// A block owns its memory wherever it is, and who takes one reads its layout. What memory safety rests on is that `written` stays with its block.
pub(crate) struct Steps {
    /// The blocks of each class, which came last behind.
    classes: Vec<Vec<Waiting>>,
    now: u32,
}

/// A block that waits to be used again.
struct Waiting {
    /// The step in which it came.
    came: u32,
    block: Block,
    /// See [`keep_written`](memory::keep_written).
    written: usize,
}

fn class(size: usize) -> usize {
    quarter(size.max(4))
}

impl Steps {
    /// Nothing yet.
    pub(crate) const fn new() -> Self {
        Steps { classes: Vec::new(), now: 0 }
    }

    /// While what this gives lives, the tensors of this thread take their memory from here, and leave it here.
    pub(crate) fn begin(&mut self) -> Running<'_> {
        self.now = self.now.wrapping_add(1);
        if self.classes.is_empty() {
            self.classes.resize_with(CLASSES, Vec::new);
        }
        let now = self.now;
        for blocks in &mut self.classes {
            // Who takes takes the last: in front are those that were not wanted for longest.
            let kept = blocks.iter().position(|one| now.wrapping_sub(one.came) <= PATIENCE).unwrap_or(blocks.len());
            blocks.drain(..kept);
        }
        Running::new(self)
    }

    /// A block that fits, of this size or up to about a quarter more; or else the next larger one, within reason. And how much of it is written.
    fn take(&mut self, size: usize, fits: &dyn Fn(&Block) -> bool) -> Option<(Block, usize)> {
        let class = class(size);
        let last = (class + LARGER).min(CLASSES - 1);
        for blocks in &mut self.classes[class..=last] {
            let mut best: Option<(usize, usize)> = None;
            for (i, Waiting { block, .. }) in blocks.iter().enumerate().rev() {
                let has = block.layout().size();
                if has >= size && best.is_none_or(|(_, best)| has < best) && fits(block) {
                    best = Some((i, has));
                    if has == size {
                        break;
                    }
                }
            }
            if let Some((i, _)) = best {
                let Waiting { block, written, .. } = blocks.remove(i);
                return Some((block, written));
            }
        }
        None
    }

    fn bytes(&self) -> usize {
        self.classes.iter().flatten().map(|one| one.block.layout().size()).sum()
    }

    fn put(&mut self, block: Block, written: usize) {
        self.classes[class(block.layout().size())].push(Waiting { came: self.now, block, written });
    }
}

impl Drop for Steps {
    fn drop(&mut self) {
        self.classes.drain(..).flatten().for_each(|one| memory::keep(one.block));
    }
}

std::thread_local! {
    // Of the step that runs.
    static HERE: RefCell<Option<Steps>> = const { RefCell::new(None) };
}

/// How many steps run now, on all threads: programs that do not train ask no further.
static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// May a step be running on this thread?
#[inline(always)]
pub(super) fn running() -> bool {
    RUNNING.load(Relaxed) != 0
}

/// Does what a step does with the memory of its thread; nothing if there is no step.
fn here<R>(f: impl FnOnce(&mut Steps) -> R) -> Option<R> {
    HERE.try_with(|here| here.try_borrow_mut().ok().and_then(|mut here| here.as_mut().map(f))).ok().flatten()
}

/// A block that an earlier step left, if a step runs on this thread, and how much of it is written.
#[inline]
pub(super) fn take(size: usize, fits: impl Fn(&Block) -> bool) -> Option<(Block, usize)> {
    if running() { here(|steps| steps.take(size, &fits)).flatten() } else { None }
}

/// Leaves a block to the step that runs on this thread; back if there is none.
#[inline]
pub(super) fn put(block: Block, written: usize) -> Option<Block> {
    if running() {
        let mut block = Some(block);
        here(|steps| block.take().map(|block| steps.put(block, written)));
        return block;
    }
    Some(block)
}

/// A step that runs on this thread. What was there before comes back when it ends, since a step may run within a step.
pub(crate) struct Running<'a> {
    home: &'a mut Steps,
    before: Option<Steps>,
}

impl<'a> Running<'a> {
    fn new(home: &'a mut Steps) -> Self {
        let own = core::mem::replace(home, Steps::new());
        let before = HERE.try_with(|here| here.replace(Some(own))).unwrap_or_default();
        RUNNING.fetch_add(1, Relaxed);
        Running { home, before }
    }
}

impl Running<'_> {
    /// The bytes of what waits here to be used again.
    pub(crate) fn bytes(&self) -> usize {
        here(|steps| steps.bytes()).unwrap_or(0)
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        RUNNING.fetch_sub(1, Relaxed);
        let before = self.before.take();
        if let Ok(Some(own)) = HERE.try_with(|here| here.replace(before)) {
            *self.home = own;
        }
    }
}
