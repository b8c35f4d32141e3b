//! Where dropped blocks are kept, and the functions by which a program sees and limits that.

use core::alloc::Layout;
use core::cell::Cell;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::block::{ALIGN, Block};
use super::huge::prefer_huge_pages;
use super::kept::Kept;
use super::steps;

/// Smaller blocks come from the allocator as fast, and would pay more for an alignment than it saves.
pub(super) const KEPT_FROM: usize = 1 << super::kept::SMALLEST_LOG;

/// What may be kept if nobody says otherwise. Networks for pictures keep about a hundred megabytes between their layers, and a language
/// model's scores of a long text are as many; without `std` there is one store, and often little memory.
///
/// Nothing under Miri or `--cfg shaped_keeps_nothing`, so that what is used after it was freed is found by who looks for that.
const AT_FIRST: usize = if cfg!(any(miri, shaped_keeps_nothing)) {
    0
} else if cfg!(feature = "std") {
    256 << 20
} else {
    4 << 20
};

/// How many bytes may be kept.
static MOST: AtomicUsize = AtomicUsize::new(AT_FIRST);

#[cfg(feature = "std")]
std::thread_local! {
    // Its blocks are given back as the thread ends.
    static KEPT: core::cell::RefCell<Kept> = const { core::cell::RefCell::new(Kept::new()) };
}

/// What `f` makes of what this thread keeps; nothing if the thread is ending, or the allocator itself uses tensors.
#[cfg(feature = "std")]
#[inline(always)]
fn with_kept<R>(f: impl FnOnce(&mut Kept) -> R) -> Option<R> {
    KEPT.try_with(|kept| kept.try_borrow_mut().ok().map(|mut kept| f(&mut kept))).ok().flatten()
}

/// What `f` makes of what is kept; nothing if another thread, or what was interrupted, is at it.
#[cfg(not(feature = "std"))]
fn with_kept<R>(f: impl FnOnce(&mut Kept) -> R) -> Option<R> {
    super::one_at_a_time::with_kept(f)
}

/// Memory for elements of this layout, from a multiple of 64 bytes on, which is so many bytes from the block's start; and how many bytes from there
/// on are written, see [`keep_written`]. None if there is no more.
///
/// The alignment is made here, in a block with room to spare: asking the allocator for it costs several times the price of the block.
#[inline(never)]
pub(super) fn aligned(elements: Layout) -> Option<(Block, usize, usize)> {
    aligned_of(elements, Block::new)
}

/// Memory for elements of this layout as [`aligned`] gives it, and whether all of its bytes are 0: new memory comes so from the system, and what is not
/// touched of it takes none.
pub(super) fn zeroed(elements: Layout) -> Option<(Block, usize, bool)> {
    let new = Cell::new(false);
    let (block, shift, _) = aligned_of(elements, |layout| {
        new.set(true);
        Block::zeroed(layout)
    })?;
    Some((block, shift, new.get()))
}

/// As [`aligned`], of new blocks that `make` makes.
#[inline(always)]
fn aligned_of(elements: Layout, make: impl Fn(Layout) -> Option<Block>) -> Option<(Block, usize, usize)> {
    let size = elements.size().checked_add(ALIGN.saturating_sub(elements.align()))?;
    let fits = |block: &Block| block.shift() + elements.size() <= block.layout().size();
    let (block, written) = at_least(Layout::from_size_align(size, elements.align()).ok()?, 1, fits, make)?;
    // A block of another thread's, or of a vector, may start anywhere; a new one has room to spare.
    assert!(fits(&block), "room for the elements");
    let shift = block.shift();
    Some((block, shift, written))
}

/// A block of which a vector can make use: of just this alignment, and as large as a number of its elements, which have this layout.
#[inline(never)]
pub(super) fn for_vector(elements: Layout, element: usize) -> Option<Block> {
    let spare = ALIGN.saturating_sub(elements.align());
    let spare = if spare.is_multiple_of(element) { spare } else { 0 };
    let layout = Layout::from_size_align(elements.size().checked_add(spare)?, elements.align()).ok()?;
    let fits = |layout: Layout| layout.align() == elements.align() && layout.size().is_multiple_of(element);
    at_least(layout, element, |block| fits(block.layout()), Block::new)
        .map(|(block, _)| block)
        .filter(|block| fits(block.layout()))
}

/// A block that is kept, of at least this size, or a new one of this alignment, with room for a whole number of elements more; and how much of it
/// is written.
#[inline(always)]
fn at_least(
    layout: Layout,
    element: usize,
    fits: impl Fn(&Block) -> bool,
    make: impl Fn(Layout) -> Option<Block>,
) -> Option<(Block, usize)> {
    if let Some(found) = steps::take(layout.size(), &fits) {
        return Some(found);
    }
    let size = match with_kept(|kept| kept.take(layout.size(), fits)) {
        Some(Ok(block)) => return Some((block, 0)),
        Some(Err(size)) => size,
        None => layout.size(),
    };
    let size = layout.size() + (size - layout.size()) / element * element;
    let larger = Layout::from_size_align(size, layout.align()).unwrap_or(layout);
    let block = new(larger, &make).or_else(|| new(layout, &make))?;
    Some((block, 0))
}

/// A new block, for which all that is kept is given back if there is no more memory.
#[inline(always)]
fn new(layout: Layout, make: impl Fn(Layout) -> Option<Block>) -> Option<Block> {
    let block = make(layout).or_else(|| {
        release();
        make(layout)
    })?;
    prefer_huge_pages(&block);
    Some(block)
}

/// Memory of just this layout, as the allocator gives it, or as an earlier step of training left it; and how many bytes from its start on are
/// written, see [`keep_written`].
#[inline(always)]
pub(super) fn small(layout: Layout) -> Option<(Block, usize)> {
    steps::take(layout.size(), |block| block.layout() == layout).or_else(|| Some((Block::new(layout)?, 0)))
}

/// Should this block be kept? Small ones are only while a step of training runs.
#[inline(always)]
pub(super) fn is_kept(layout: Layout) -> bool {
    layout.size() >= KEPT_FROM || is_kept_even_if_small()
}

/// Are small ones kept, too? While a step of training runs.
#[inline(always)]
pub(super) fn is_kept_even_if_small() -> bool {
    steps::running()
}

/// Keeps a block for the next tensor of about its size, or gives it back.
pub(super) fn keep(block: Block) {
    keep_written(block, 0);
}

/// As [`keep`], of a block of which so many bytes are written, from where elements lie in it: from its start if it has fewer than [`KEPT_FROM`]
/// bytes, and from its first multiple of 64 on if it has more. Only a step remembers that.
#[inline(never)]
pub(super) fn keep_written(block: Block, written: usize) {
    let block = if MOST.load(Relaxed) == 0 { Some(block) } else { steps::put(block, written) };
    let mut block = block.filter(|block| block.layout().size() >= KEPT_FROM);
    // If nothing can be kept just now, the block is dropped here.
    with_kept(|kept| {
        if let Some(block) = block.take() {
            kept.put(block, MOST.load(Relaxed));
        }
    });
}

/// How many bytes this thread keeps for its next tensors.
///
/// ```
/// use shaped::memory;
/// use shaped::prelude::*;
///
/// let x: Tensor<f32, shape![512, 512]> = Tensor::ones();
/// let y = &x + &x;
/// memory::release();
/// let address = y.as_slice().as_ptr();
/// drop(y);
/// assert!(memory::kept() >= 4 * 512 * 512);
/// // The next result of that size is where the last one was.
/// let z = &x * &x;
/// assert_eq!(z.as_slice().as_ptr(), address);
/// assert_eq!(memory::kept(), 0);
/// ```
pub fn kept() -> usize {
    with_kept(|kept| kept.bytes()).unwrap_or(0)
}

/// Gives all that this thread keeps back to the allocator, and says how many bytes that is. A thread that ends does so by itself.
///
/// PyTorch's `torch.cuda.empty_cache()`; what is on the CPU it never keeps.
///
/// ```
/// use shaped::memory;
/// use shaped::prelude::*;
///
/// let x: Tensor<f32, shape![512, 512]> = Tensor::ones();
/// drop(&x + &x);
/// assert!(memory::release() >= 4 * 512 * 512);
/// assert_eq!(memory::kept(), 0);
/// ```
pub fn release() -> usize {
    with_kept(|kept| {
        let bytes = kept.bytes();
        kept.shrink(0);
        bytes
    })
    .unwrap_or(0)
}

/// Says how many bytes each thread may keep: 256 megabytes if nobody says otherwise, and 0 to keep nothing. What this thread keeps
/// beyond is given back at once, what others keep when they next drop a tensor of a kilobyte or more.
///
/// ```standalone_crate
/// use shaped::memory;
/// use shaped::prelude::*;
///
/// memory::keep_at_most(1 << 20);
/// let x: Tensor<f32, shape![512, 512]> = Tensor::ones(); // exactly a megabyte, and a little for its alignment
/// drop(&x + &x);
/// assert_eq!(memory::kept(), 0);
/// ```
pub fn keep_at_most(bytes: usize) {
    MOST.store(bytes, Relaxed);
    with_kept(|kept| kept.shrink(bytes));
}
