//! Sums of products over labelled axes: any number of operands, contracted two at a time.
//!
//! Each axis of a pair of operands is a loop with a step in either operand and in the result (0 where it has no such axis). So
//! transposes, diagonals and stretched axes are steps, and nothing is copied before it is multiplied. Products of `f32` and
//! `f64` whose loops make matrices go to the kernels of `matmul`; all others are plain loops, the best one innermost.

use alloc::vec::Vec;
use core::any::TypeId;
use core::marker::PhantomData;
use core::ops::Mul;
use core::{iter, slice};

use num_traits::Zero;

use super::sixteen::{ByType, Sixteen, can_be, rounded};
use crate::shape::Shape;
use crate::shape::dims::MAX_RANK;
use crate::storage::Buffer;
use crate::view::{Operand, equal};

/// The most labels of one pattern: those that are written, and after them the axes that `..` stands for, the last one first.
const MAX_LABELS: usize = 32 + MAX_RANK;
const LEADING: usize = 32;

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
    pub fn of<X: Operand<Elem = T> + ?Sized>(x: &'a X) -> Self {
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
struct Term<T> {
    ptr: *const T,
    steps: [isize; MAX_LABELS],
    has: u64,
}

/// One loop: how often, and its steps in both operands and in the result.
#[derive(Clone, Copy)]
struct Loop {
    size: usize,
    steps: [isize; 3],
    kind: Kind,
}

/// Whose axis a loop is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The left side's and the result's: rows.
    Rows,
    /// The right side's and the result's: columns.
    Columns,
    /// The result's, and of both sides or neither.
    Batch,
    /// Not the result's: summed.
    Summed,
}

/// The sums of products that a pattern says, with the sizes of the result from its last axis on.
///
/// # Panics
/// If axes of one label differ in size, which only run-time axes can.
pub fn contract<T>(sources: &[Source<'_, T>], pattern: &Pattern) -> (Buffer<T>, [usize; MAX_RANK])
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
        let mut term = Term { ptr: source.ptr, steps: [0; MAX_LABELS], has: 0 };
        for (axis, label) in labels.of(source.rank).enumerate() {
            if seen >> label & 1 == 1 && sizes[label] != source.sizes[axis] {
                let name = pattern.names.get(label).copied().unwrap_or("..");
                differ(name, sizes[label], source.sizes[axis], place);
            }
            sizes[label] = source.sizes[axis];
            seen |= 1 << label;
            term.has |= 1 << label;
            // A label that is there twice walks the diagonal.
            term.steps[label] += source.steps[axis];
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
        let (mut steps, mut step, mut has) = ([0; MAX_LABELS], 1usize, 0u64);
        for &label in &kept {
            steps[label] = step as isize;
            step *= sizes[label];
            has |= 1 << label;
        }
        // SAFETY: the steps are those of the operands, of which `left` is one or is in `held`, for indices within the sizes.
        let product = unsafe { pair(&left, Some(&right), &sizes, &steps, has, step) };
        held = product;
        left = Term { ptr: held.as_slice().as_ptr(), steps, has };
    }
    let right = terms.next();
    let (mut steps, mut step) = ([0; MAX_LABELS], 1usize);
    for &label in out_labels {
        steps[label] = step as isize;
        step *= sizes[label];
    }
    // SAFETY: as above.
    let product = unsafe { pair(&left, right.as_ref(), &sizes, &steps, out, step) };
    (product, out_sizes)
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
    each(&loops, |[place, ..], _| {
        // SAFETY: an index within the sizes leads to an element that is borrowed, by the invariant.
        elements.push(ByType::widen(unsafe { at(source.ptr, place) }));
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
/// Both operands may be read at all indices within the sizes, and the steps of the result lead to `numel` places.
unsafe fn pair<T: Clone + Zero + Mul<Output = T> + 'static>(
    left: &Term<T>,
    right: Option<&Term<T>>,
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
    merge(&mut loops);
    let to = buffer.as_mut_ptr();
    match right {
        // SAFETY: passed on from the caller; the places are written.
        None => unsafe { run::<T, false>(left.ptr, left.ptr, to, &mut loops) },
        // SAFETY: as above.
        Some(right) => match unsafe { matrices(left.ptr, right.ptr, to, &mut loops) } {
            true => {}
            // SAFETY: as above.
            false => unsafe { run::<T, true>(left.ptr, right.ptr, to, &mut loops) },
        },
    }
    buffer
}

/// Makes one loop of two, where all steps of the outer one are those of the inner one times its size.
fn merge(loops: &mut Vec<Loop>) {
    loops.sort_by_key(|l| (l.kind == Kind::Summed, l.steps[2].abs(), l.steps[0].abs(), l.steps[1].abs()));
    let mut at = 0;
    while at + 1 < loops.len() {
        let (inner, outer) = (loops[at], loops[at + 1]);
        let chained = iter::zip(inner.steps, outer.steps).all(|(i, o)| i * inner.size as isize == o);
        if inner.kind == outer.kind && chained {
            loops[at].size *= outer.size;
            loops.remove(at + 1);
        } else {
            at += 1;
        }
    }
}

/// Runs `body` at every place of the loops, which it gets as offsets in both operands and the result, and whether it is the
/// first time that this place of the result is visited.
fn each(loops: &[Loop], mut body: impl FnMut([isize; 3], bool)) {
    let total: usize = loops.iter().map(|l| l.size).product();
    let mut index = [0usize; MAX_LABELS];
    let mut at = [0isize; 3];
    for _ in 0..total {
        let first = iter::zip(loops, index).all(|(l, i)| l.kind != Kind::Summed || i == 0);
        body(at, first);
        for (l, i) in iter::zip(loops, &mut index) {
            *i += 1;
            if *i < l.size {
                at = [at[0] + l.steps[0], at[1] + l.steps[1], at[2] + l.steps[2]];
                break;
            }
            *i = 0;
            let back = l.size as isize - 1;
            at = [at[0] - back * l.steps[0], at[1] - back * l.steps[1], at[2] - back * l.steps[2]];
        }
    }
}

/// The loops in order of size without the largest one that fits, which is handed back.
fn take(loops: &mut Vec<Loop>, fits: impl Fn(&Loop) -> bool) -> Option<Loop> {
    let largest = (0..loops.len()).filter(|&at| fits(&loops[at])).max_by_key(|&at| loops[at].size)?;
    Some(loops.remove(largest))
}

/// Sums of products of floats by the kernels for matrices, if the loops make matrices that are large enough.
///
/// # Safety
/// As for [`run`].
unsafe fn matrices<T: 'static>(a: *const T, b: *const T, c: *mut T, loops: &mut Vec<Loop>) -> bool {
    let (single, double) = (TypeId::of::<T>() == TypeId::of::<f32>(), TypeId::of::<T>() == TypeId::of::<f64>());
    let summed = |l: &Loop| l.kind == Kind::Summed && l.steps[0] != 0 && l.steps[1] != 0;
    let large = |kind: Kind| loops.iter().any(|l| l.kind == kind && l.size >= 4);
    if !(single || double) || !large(Kind::Rows) || !large(Kind::Columns) || !loops.iter().any(summed) {
        return false;
    }
    let rows = take(loops, |l| l.kind == Kind::Rows).expect("a loop over rows");
    let columns = take(loops, |l| l.kind == Kind::Columns).expect("a loop over columns");
    let inner = take(loops, summed).expect("a loop of sums");
    let (m, k, n) = (rows.size, inner.size, columns.size);
    each(loops, |[x, y, z], first| {
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        {
            use super::kernel::{Problem, Start, product};
            let problem = Problem {
                m,
                k,
                n,
                a: a.wrapping_offset(x),
                a_row: rows.steps[0],
                a_column: inner.steps[0],
                b: b.wrapping_offset(y),
                b_row: inner.steps[1],
                b_column: columns.steps[1],
                c: c.wrapping_offset(z),
                c_row: rows.steps[2],
                c_column: columns.steps[2],
                start: if first { Start::Zero } else { Start::Result },
                ahead: None,
                then: None,
            };
            // SAFETY: all indices within the loops are within the operands and the result, whose rows and columns are distinct
            // places; what is added to was written before.
            if unsafe { product(&problem) } {
                return;
            }
        }
        macro_rules! kernel {
            ($t:ty, $kernel:path) => {{
                let (a, b) = (a.cast::<$t>().wrapping_offset(x), b.cast::<$t>().wrapping_offset(y));
                let c = c.cast::<$t>().wrapping_offset(z);
                let factor = if first { 0.0 } else { 1.0 };
                // SAFETY: the element type was compared above; all indices within the loops are within the operands and the
                // result, whose rows and columns are distinct places.
                unsafe {
                    $kernel(
                        m, k, n, 1.0, a, rows.steps[0], inner.steps[0], b, inner.steps[1], columns.steps[1], factor, c,
                        rows.steps[2], columns.steps[2],
                    )
                }
            }};
        }
        if single {
            kernel!(f32, matrixmultiply::sgemm);
        } else {
            kernel!(f64, matrixmultiply::dgemm);
        }
    });
    true
}

/// Sums of products, or of single elements, by plain loops.
///
/// # Safety
/// All indices within the loops lead to elements of the operands, and to places of the result, which are all zero.
unsafe fn run<T, const TWO: bool>(a: *const T, b: *const T, c: *mut T, loops: &mut Vec<Loop>)
where
    T: Clone + Zero + Mul<Output = T> + 'static,
{
    let near = |step: isize| step == 0 || step == 1;
    let worth = |l: &Loop| l.size.min(32) * if l.steps.into_iter().all(near) { 8 } else { 1 };
    let best = (0..loops.len()).max_by_key(|&at| worth(&loops[at]));
    let one = Loop { size: 1, steps: [0; 3], kind: Kind::Batch };
    let inner = best.map_or(one, |best| loops.remove(best));
    // What is not summed is written, so that it keeps the sign of a zero.
    let write = inner.kind != Kind::Summed && loops.iter().all(|l| l.kind != Kind::Summed);
    each(loops, |[x, y, z], _| {
        let (a, b, c) = (a.wrapping_offset(x), b.wrapping_offset(y), c.wrapping_offset(z));
        // SAFETY: the loop within its count, at a place within the others; the result's memory is this function's alone.
        unsafe { row::<T, TWO>(a, b, c, &inner, write) };
    });
}

/// The innermost loop.
///
/// # Safety
/// As for [`run`], at one place of the outer loops.
#[inline]
unsafe fn row<T, const TWO: bool>(a: *const T, b: *const T, c: *mut T, l: &Loop, write: bool)
where
    T: Clone + Zero + Mul<Output = T>,
{
    let [x, y, z] = l.steps;
    // SAFETY: a pointer to `size` elements at this step: as many as are read if the step is 1, and one if it is 0.
    let left = unsafe { slice::from_raw_parts(a, if x == 1 { l.size } else { 1 }) };
    // SAFETY: as above.
    let right = unsafe { slice::from_raw_parts(b, if y == 1 { l.size } else { 1 }) };
    let product = |a: &T, b: &T| if TWO { a.clone() * b.clone() } else { a.clone() };
    if l.kind == Kind::Summed {
        let sum = match (x, y) {
            (1, 1) => dot(left, right, product),
            (1, 0) => left.iter().fold(T::zero(), |sum, a| sum + product(a, &right[0])),
            (0, 1) => right.iter().fold(T::zero(), |sum, b| sum + product(&left[0], b)),
            _ => {
                let mut sum = T::zero();
                for i in 0..l.size as isize {
                    // SAFETY: within the loop.
                    let a = unsafe { at(a, i * x) };
                    // SAFETY: within the loop.
                    let b = unsafe { at(b, i * y) };
                    sum = sum + product(a, b);
                }
                sum
            }
        };
        // SAFETY: one place of the result, which is initialised.
        let c = unsafe { &mut *c };
        *c = c.clone() + sum;
        return;
    }
    let put = |c: &mut T, item: T| *c = if write { item } else { c.clone() + item };
    if z == 1 && matches!((x, y), (0 | 1, 0 | 1)) {
        // SAFETY: `size` places of the result next to each other, initialised, and nothing else refers to them.
        let to = unsafe { slice::from_raw_parts_mut(c, l.size) };
        match (x, y) {
            (1, 1) => iter::zip(to, iter::zip(left, right)).for_each(|(c, (a, b))| put(c, product(a, b))),
            (1, _) => iter::zip(to, left).for_each(|(c, a)| put(c, product(a, &right[0]))),
            (_, 1) => iter::zip(to, right).for_each(|(c, b)| put(c, product(&left[0], b))),
            _ => to.iter_mut().for_each(|c| put(c, product(&left[0], &right[0]))),
        }
        return;
    }
    for i in 0..l.size as isize {
        // SAFETY: within the loop.
        let a = unsafe { at(a, i * x) };
        // SAFETY: within the loop.
        let b = unsafe { at(b, i * y) };
        // SAFETY: within the loop.
        let c = unsafe { c.offset(i * z) };
        // SAFETY: an initialised place of the result, to which nothing else refers.
        let c = unsafe { &mut *c };
        put(c, product(a, b));
    }
}

/// The element that lies this far from another one.
///
/// # Safety
/// There is one, borrowed for `'a`.
#[inline(always)]
unsafe fn at<'a, T>(from: *const T, step: isize) -> &'a T {
    // SAFETY: passed on from the caller.
    let place = unsafe { from.offset(step) };
    // SAFETY: as above.
    unsafe { &*place }
}

/// The sum of products of two slices, in eight sums side by side that the compiler keeps in registers.
#[inline(always)]
fn dot<T: Clone + Zero>(left: &[T], right: &[T], product: impl Fn(&T, &T) -> T) -> T {
    let (a, b) = (left.chunks_exact(8), right.chunks_exact(8));
    let rest = iter::zip(a.remainder(), b.remainder()).fold(T::zero(), |sum, (a, b)| sum + product(a, b));
    let mut sums: [T; 8] = core::array::from_fn(|_| T::zero());
    for (a, b) in iter::zip(a, b) {
        for i in 0..8 {
            sums[i] = sums[i].clone() + product(&a[i], &b[i]);
        }
    }
    sums.into_iter().fold(rest, |sum, part| sum + part)
}
