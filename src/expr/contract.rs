//! Sums of products over labelled axes: any number of operands, contracted two at a time.
//!
//! Each axis of a pair of operands is a loop with a step in either operand and in the result (0 where it has no such axis). So
//! transposes, diagonals and stretched axes are steps, and nothing is copied before it is multiplied. Products of `f32` and
//! `f64` whose loops make matrices go to the kernels of `matmul`; all others are plain loops, the best one innermost.

use alloc::vec::Vec;
use core::iter;
use core::marker::PhantomData;
use core::ops::Mul;

use num_traits::Zero;

use crate::kernels::products::sums::{self, Kind, Loop, sums};
use crate::kernels::sixteen::{ByType, Sixteen, can_be, rounded};
use crate::shape::Shape;
use crate::shape::dims::MAX_RANK;
use crate::storage::Buffer;
use crate::view::{Operand, Values, equal};

/// The most labels of one pattern: those that are written, and after them the axes that `..` stands for, the last one first.
const MAX_LABELS: usize = 32 + MAX_RANK;
const LEADING: usize = 32;
const _: () = assert!(MAX_LABELS <= sums::MOST);

/// An operand of any shape and layout, sizes and steps from its last axis on.
///
/// Invariant: as for `View`, each index within the sizes leads to an element that is borrowed for `'a`.
pub struct Source<'a, T> {
    ptr: *const T,
    rank: usize,
    sizes: [usize; MAX_RANK],
    steps: [isize; MAX_RANK],
    borrowed: PhantomData<&'a T>,
}

impl<'a, T> Source<'a, T> {
    /// Any operand.
    pub fn of<X: Values<Elem = T> + ?Sized>(x: &'a X) -> Self {
        let view = x.view();
        let dims = view.shape().dims();
        let (ptr, steps) = (view.as_ptr(), view.strides_by_axis());
        Source { ptr, rank: X::Shape::RANK, sizes: dims.sizes, steps, borrowed: PhantomData }
    }
}

/// The labels of one operand or of the result, from the last axis on.
#[derive(Clone, Copy)]
struct Labels {
    ids: [u8; MAX_RANK],
    len: usize,
    /// Does `..` stand in front?
    leading: bool,
}

/// A pattern: `b h q d, b h k d -> b h q k`.
#[derive(Clone, Copy)]
pub struct Pattern {
    names: [&'static str; LEADING],
    operands: [Labels; 8],
    out: Labels,
}

/// The labels as places in the list of all names; `..` comes as `__Leading`.
const fn labels(names: &[&'static str], written: &[&'static str]) -> Labels {
    let mut labels = Labels { ids: [0; MAX_RANK], len: 0, leading: false };
    let mut at = written.len();
    while at > 0 {
        at -= 1;
        if equal(written[at], "__Leading") {
            labels.leading = true;
            continue;
        }
        let mut id = 0;
        while !equal(names[id], written[at]) {
            id += 1;
        }
        assert!(labels.len < MAX_RANK, "a shape has at most 16 axes");
        labels.ids[labels.len] = id as u8;
        labels.len += 1;
    }
    labels
}

impl Pattern {
    /// All names, each once, those of each operand, and those of the result.
    pub const fn new(names: &[&'static str], operands: &[&[&'static str]], out: &[&'static str]) -> Self {
        assert!(names.len() <= LEADING, "`einsum!` takes at most 32 labels");
        let none = Labels { ids: [0; MAX_RANK], len: 0, leading: false };
        let mut pattern = Pattern { names: [""; LEADING], operands: [none; 8], out: labels(names, out) };
        let mut at = 0;
        while at < names.len() {
            pattern.names[at] = names[at];
            at += 1;
        }
        at = 0;
        while at < operands.len() {
            pattern.operands[at] = labels(names, operands[at]);
            at += 1;
        }
        pattern
    }
}

impl Labels {
    /// The label of each axis of a shape of this rank, from the last one on.
    fn of(&self, rank: usize) -> impl Iterator<Item = usize> {
        let written = self.ids[..self.len].iter().map(|&id| id as usize);
        written.chain((0..rank - self.len).map(|axis| LEADING + axis))
    }
}

/// An operand as steps by label; 0 for what it has not.
struct Factor<T> {
    ptr: *const T,
    steps: [isize; MAX_LABELS],
    has: u64,
}

/// The sums of products that a pattern says, with the sizes of the result from its last axis on.
///
/// # Panics
/// If axes of one label differ in size, which only run-time axes can.
pub(crate) fn contract<T>(sources: &[Source<'_, T>], pattern: &Pattern) -> (Buffer<T>, [usize; MAX_RANK])
where
    T: Clone + Zero + Mul<Output = T> + 'static,
{
    if const { can_be::<T>() } && <ByType as Sixteen<T>>::is() {
        let (product, sizes) = contract_in_single(sources, pattern);
        return (rounded(product.as_slice(), ByType), sizes);
    }
    let mut sizes = [1; MAX_LABELS];
    let mut seen = 0u64;
    let mut leading = 0;
    let mut terms = Vec::with_capacity(sources.len());
    for (place, (source, labels)) in sources.iter().zip(&pattern.operands).enumerate() {
        let mut term = Factor { ptr: source.ptr, steps: [0; MAX_LABELS], has: 0 };
        for (axis, label) in labels.of(source.rank).enumerate() {
            if seen >> label & 1 == 1 && sizes[label] != source.sizes[axis] {
                let name = pattern.names.get(label).copied().unwrap_or("..");
                differ(name, sizes[label], source.sizes[axis], place);
            }
            sizes[label] = source.sizes[axis];
            seen |= 1 << label;
            term.has |= 1 << label;
            // A label that is there twice walks the diagonal.
            term.steps[label] = term.steps[label].wrapping_add(source.steps[axis]);
        }
        if labels.leading {
            leading = source.rank - labels.len;
        }
        terms.push(term);
    }
    let rank = pattern.out.len + if pattern.out.leading { leading } else { 0 };
    let mut out_labels = [0; MAX_RANK];
    let mut out_sizes = [1; MAX_RANK];
    let mut out = 0u64;
    for (axis, label) in pattern.out.of(rank).enumerate() {
        (out_labels[axis], out_sizes[axis]) = (label, sizes[label]);
        out |= 1 << label;
    }
    let out_labels = &out_labels[..rank];

    let mut terms = terms.into_iter();
    let mut left = terms.next().expect("an operand");
    // What holds the elements of `left`, if it is a product of earlier operands.
    let mut held: Buffer<T>;
    while terms.len() > 1 {
        let right = terms.next().expect("more than one");
        let needed = terms.as_slice().iter().fold(out, |needed, term| needed | term.has);
        let both = left.has | right.has;
        // Those of the result in its order, the innermost first, then the others.
        let kept = out_labels.iter().copied().chain((0..MAX_LABELS).filter(|label| out >> label & 1 == 0));
        let kept: Vec<usize> = kept.filter(|label| (both & needed) >> label & 1 == 1).collect();
        let has = kept.iter().fold(0u64, |has, label| has | 1 << label);
        let (steps, numel) = row_by_row(&kept, &sizes);
        // SAFETY: the steps are those of the operands, of which `left` is one or is in `held`, for indices within the sizes, and
        // those of the result as `row_by_row` has counted them.
        let product = unsafe { pair(&left, Some(&right), &sizes, &steps, has, numel) };
        held = product;
        left = Factor { ptr: held.as_slice().as_ptr(), steps, has };
    }
    let right = terms.next();
    let (steps, numel) = row_by_row(out_labels, &sizes);
    // SAFETY: the steps are those of the operands, of which `left` is one or is in `held`, for indices within the sizes, and those
    // of the result as `row_by_row` has counted them.
    let product = unsafe { pair(&left, right.as_ref(), &sizes, &steps, out, numel) };
    (product, out_sizes)
}

/// The steps of new memory that has these labels, the innermost first, and its number of elements. Stretched axes cost no memory, so sizes may
/// be huge, and their product is checked.
///
/// # Panics
/// If `usize` cannot count the elements.
fn row_by_row(labels: &[usize], sizes: &[usize; MAX_LABELS]) -> ([isize; MAX_LABELS], usize) {
    let (mut steps, mut numel) = ([0; MAX_LABELS], 1usize);
    if labels.iter().any(|&label| sizes[label] == 0) {
        return (steps, 0);
    }
    for &label in labels {
        steps[label] = numel as isize;
        numel = numel.checked_mul(sizes[label]).unwrap_or_else(|| uncountable(labels, sizes));
    }
    (steps, numel)
}

#[cold]
#[inline(never)]
fn uncountable(labels: &[usize], sizes: &[usize; MAX_LABELS]) -> ! {
    let sizes: Vec<_> = labels.iter().rev().map(|&label| sizes[label]).collect();
    panic!(
        "`einsum!` would need memory for a tensor of sizes {sizes:?}, which has more elements than `usize` can count"
    )
}

/// As [`contract`], of floats with 16 bits, in `f32`: each sum is to be rounded once, those of the first operands not at all.
fn contract_in_single<T>(sources: &[Source<'_, T>], pattern: &Pattern) -> (Buffer<f32>, [usize; MAX_RANK]) {
    let copies: Vec<Vec<f32>> = sources.iter().map(widened).collect();
    let sources = iter::zip(sources, &copies).map(|(source, copy)| {
        let (mut steps, mut step) = ([0; MAX_RANK], 1);
        for (axis, to) in steps[..source.rank].iter_mut().enumerate() {
            // What is stretched stays so.
            if source.steps[axis] != 0 {
                *to = step as isize;
                step *= source.sizes[axis];
            }
        }
        Source { ptr: copy.as_ptr(), rank: source.rank, sizes: source.sizes, steps, borrowed: PhantomData }
    });
    let sources: Vec<Source<'_, f32>> = sources.collect();
    contract(&sources, pattern)
}

/// The elements of an operand as `f32`, row by row, but one for each axis that is stretched.
fn widened<T>(source: &Source<'_, T>) -> Vec<f32> {
    let axes = (0..source.rank).filter(|&axis| source.steps[axis] != 0);
    let loops = axes.map(|axis| Loop { size: source.sizes[axis], steps: [source.steps[axis], 0, 0], kind: Kind::Rows });
    let loops: Vec<Loop> = loops.collect();
    let mut elements = Vec::new();
    if source.sizes[..source.rank].contains(&0) {
        return elements;
    }
    // The loops run, and the steps of the copy are, as often as this says.
    let numel = loops.iter().try_fold(1usize, |numel, l| numel.checked_mul(l.size));
    elements.reserve(numel.expect("as many elements as `usize` counts"));
    sums::each(&loops, |[place, ..], _| {
        // SAFETY: an index within the sizes leads to an element that is borrowed, by the invariant.
        let element = unsafe { &*source.ptr.wrapping_offset(place) };
        elements.push(ByType::widen(element));
    });
    elements
}

#[cold]
#[inline(never)]
fn differ(name: &str, before: usize, size: usize, place: usize) -> ! {
    panic!("label `{name}` has size {before} before, and {size} in operand {place}")
}

/// The sums of products of two operands, or the sums of one, row by row by the steps of the result, `numel` elements.
///
/// # Safety
/// Both operands may be read at all indices within the sizes, and the steps of the result lead to `numel` places: those of `row_by_row`
/// for the labels in `out`.
unsafe fn pair<T: Clone + Zero + Mul<Output = T> + 'static>(
    left: &Factor<T>,
    right: Option<&Factor<T>>,
    sizes: &[usize; MAX_LABELS],
    steps: &[isize; MAX_LABELS],
    out: u64,
    numel: usize,
) -> Buffer<T> {
    let mut buffer = Buffer::from_iter(numel, iter::repeat_with(T::zero));
    let on_right = right.map_or(0, |right| right.has);
    let mut loops = Vec::with_capacity(MAX_RANK);
    for label in (0..MAX_LABELS).filter(|label| (left.has | on_right) >> label & 1 == 1) {
        let (l, r) = (left.has >> label & 1 == 1, on_right >> label & 1 == 1);
        let kind = match (out >> label & 1 == 1, l, r) {
            (false, ..) => Kind::Summed,
            (true, true, false) => Kind::Rows,
            (true, false, true) => Kind::Columns,
            _ => Kind::Batch,
        };
        match sizes[label] {
            0 => return buffer,
            1 => {}
            size => {
                let right = right.map_or(0, |right| right.steps[label]);
                loops.push(Loop { size, steps: [left.steps[label], right, steps[label]], kind });
            }
        }
    }
    // SAFETY: the caller says that all indices within the sizes lead to elements; the places are new memory of as many zeros.
    unsafe { sums(left.ptr, right.map(|right| right.ptr), buffer.as_mut_ptr(), &mut loops) };
    buffer
}
