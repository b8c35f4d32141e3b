//! Sums of products over labelled axes: any number of operands, contracted two at a time.
//!
//! Each axis of a pair of operands is a loop with a step in either operand and in the result (0 where it has no such axis). So
//! transposes, diagonals and stretched axes are steps, and nothing is copied before it is multiplied. Products of `f32` and
//! `f64` whose loops make matrices go to the kernels of `matmul`; all others are plain loops, the best one innermost.

use core::any::TypeId;
use core::iter;
use core::marker::PhantomData;
use core::mem::{MaybeUninit, needs_drop};
use core::ops::Mul;

use num_traits::Zero;

use crate::kernels::level::in_widest;
use crate::kernels::products::Matrix;
use crate::kernels::products::sums::{self, Kind as Axis, Loop, merge, sums, written_once};
use crate::kernels::sixteen::{ByType, Sixteen, can_be, rounded};
use crate::kind::{Extent, Geometry, Kind, Numbers, Operands};
use crate::shape::Shape;
use crate::shape::dims::{Dims, MAX_RANK, Strides, product};
use crate::shape::layout::RowMajor;
use crate::storage::{Buffer, Full, Scratch, room};
use crate::view::{Operand, equal};

/// The most labels of one pattern: those that are written, and after them the axes that `..` stands for, the last one first.
const MAX_LABELS: usize = 32 + MAX_RANK;
const LEADING: usize = 32;
const _: () = assert!(MAX_LABELS <= sums::MOST);

/// An operand of any shape, layout and kind, sizes and steps from its last axis on, and what it knows.
///
/// Invariant: if it is `known`, then as for `View`, each index within the sizes leads to an element that is borrowed for `'a`.
pub struct Source<'a, T, N = ()> {
    ptr: *const T,
    rank: usize,
    sizes: [usize; MAX_RANK],
    steps: [isize; MAX_RANK],
    row_major: bool,
    known: bool,
    note: N,
    borrowed: PhantomData<&'a T>,
}

impl<T, N: Copy> Clone for Source<'_, T, N> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, N: Copy> Copy for Source<'_, T, N> {}

impl<'a, T, N> Source<'a, T, N> {
    /// Any operand.
    pub fn of<X>(x: &'a X) -> Self
    where
        X: Operand<Elem = T, Kind: Kind<T, Note = N>> + ?Sized,
    {
        let view = x.view();
        let elements = view.read();
        Source {
            // Without elements, the address by which a part is found in its tensor.
            ptr: elements.map_or(core::ptr::without_provenance(view.place().start), |elements| elements.as_ptr()),
            rank: X::Shape::RANK,
            sizes: view.shape().dims().sizes,
            steps: view.strides_by_axis(),
            row_major: TypeId::of::<X::Layout>() == TypeId::of::<RowMajor>(),
            known: elements.is_some(),
            note: view.note(),
            borrowed: PhantomData,
        }
    }
}

impl<T, N> Source<'_, T, N> {
    /// The loops over the axes of which `take` says so, and of which none is empty: `f` for each element that they lead to.
    ///
    /// # Panics
    /// If the elements are not there.
    fn each(&self, take: impl Fn(usize) -> bool, mut f: impl FnMut(&T)) {
        assert!(self.known, "elements that are there");
        let of = |axis: usize| Loop { size: self.sizes[axis], steps: [self.steps[axis], 0, 0], kind: Axis::Rows };
        let loops: Scratch<Loop> = (0..self.rank).filter(|&axis| take(axis)).map(of).collect();
        sums::each(&loops, |[place, ..], _| {
            // SAFETY: an index within the sizes leads to an element that is borrowed, by the invariant, and they are known.
            f(unsafe { &*self.ptr.wrapping_offset(place) });
        });
    }

    /// The sizes.
    pub(crate) fn dims(&self) -> Dims {
        Dims { rank: self.rank, sizes: self.sizes, unknown: 0 }
    }
}

impl<'a, T> Source<'a, T> {
    /// The elements of a tensor of this shape, row by row.
    ///
    /// # Panics
    /// If there are not as many.
    pub(crate) fn over(elements: &'a [T], dims: &Dims) -> Self {
        let numel = product(&dims.sizes[..dims.rank]);
        assert!(elements.len() == numel, "as many elements as the shape has");
        Source {
            ptr: elements.as_ptr(),
            rank: dims.rank,
            sizes: dims.sizes,
            steps: dims.strides(),
            row_major: true,
            known: true,
            note: (),
            borrowed: PhantomData,
        }
    }
}

impl<T, N> Geometry<T> for Source<'_, T, N> {
    fn place(&self) -> Extent {
        Extent { start: self.ptr.addr(), numel: product(&self.sizes[..self.rank]), row_major: self.row_major }
    }

    fn axes(&self) -> (Dims, Strides) {
        (self.dims(), self.steps)
    }

    fn copied(&self) -> Buffer<T>
    where
        T: Clone,
    {
        assert!(self.known, "elements that are there");
        let numel = product(&self.sizes[..self.rank]);
        let mut elements = room(numel);
        if numel > 0 {
            self.each(|_| true, |element| elements.push(element.clone()));
        }
        Buffer::from_vec(elements)
    }
}

impl<'a, T, K: Kind<T>, const N: usize> Operands<T, K> for [Source<'a, T, K::Note>; N] {
    type Eager = [Source<'a, T>; N];

    fn eager(self) -> Self::Eager
    where
        K: Numbers<T>,
    {
        self.map(|Source { ptr, rank, sizes, steps, row_major, known, borrowed, .. }| {
            assert!(known, "elements that are there");
            Source { ptr, rank, sizes, steps, row_major, known, note: (), borrowed }
        })
    }

    fn each(&self, f: &mut dyn FnMut(K::Note, &dyn Geometry<T>)) {
        for source in self {
            f(source.note, source);
        }
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

/// The label of each axis of an operand or of the result, from the last one on, those that `..` stands for too.
#[derive(Clone, Copy)]
pub(crate) struct AxisLabels {
    ids: [u8; MAX_RANK],
    rank: usize,
}

impl AxisLabels {
    pub(crate) fn new(labels: impl Iterator<Item = usize>) -> Self {
        let mut axes = AxisLabels { ids: [0; MAX_RANK], rank: 0 };
        for label in labels {
            axes.ids[axes.rank] = label as u8;
            axes.rank += 1;
        }
        axes
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + Clone {
        self.ids[..self.rank].iter().map(|&id| id as usize)
    }
}

impl Labels {
    fn of(&self, rank: usize) -> AxisLabels {
        let written = self.ids[..self.len].iter().map(|&id| id as usize);
        AxisLabels::new(written.chain((0..rank - self.len).map(|axis| LEADING + axis)))
    }
}

impl Pattern {
    /// The labels of each operand's axes, and of the result's.
    pub(crate) fn labels(&self, ranks: impl Iterator<Item = usize>) -> (Scratch<AxisLabels>, AxisLabels) {
        let mut leading = 0;
        let operands = ranks.zip(&self.operands).map(|(rank, labels)| {
            leading = if labels.leading { rank - labels.len } else { leading };
            labels.of(rank)
        });
        let operands = operands.collect();
        (operands, self.of_result(leading))
    }

    fn of_result(&self, leading: usize) -> AxisLabels {
        self.out.of(self.out.len + if self.out.leading { leading } else { 0 })
    }

    /// The sizes of the result, from its last axis on.
    pub(crate) fn sizes<T, N>(&self, sources: &[Source<'_, T, N>]) -> [usize; MAX_RANK] {
        let (mut sizes, mut leading) = ([1; MAX_LABELS], 0);
        for (source, labels) in sources.iter().zip(&self.operands) {
            leading = if labels.leading { source.rank - labels.len } else { leading };
            for (label, size) in labels.of(source.rank).iter().zip(source.sizes) {
                sizes[label] = size;
            }
        }
        let mut out = [1; MAX_RANK];
        for (to, label) in out.iter_mut().zip(self.of_result(leading).iter()) {
            *to = sizes[label];
        }
        out
    }
}

/// An operand as steps by label; 0 for what it has not.
struct Factor<T> {
    ptr: *const T,
    steps: [isize; MAX_LABELS],
    has: u64,
}

/// The sums of products that a pattern says.
///
/// # Panics
/// If axes of one label differ in size, which only run-time axes can.
pub(crate) fn contract<T>(sources: &[Source<'_, T>], pattern: &Pattern) -> Buffer<T>
where
    T: Clone + Zero + Mul<Output = T> + 'static,
{
    if const { can_be::<T>() } && <ByType as Sixteen<T>>::is() {
        return rounded(contract_in_single(sources, pattern).as_slice(), ByType);
    }
    let (labels, out) = pattern.labels(sources.iter().map(|source| source.rank));
    contract_labelled(sources, &labels, &out, &pattern.names)
}

/// As [`contract`], by labels of which the first ones have names.
pub(crate) fn contract_labelled<T>(
    sources: &[Source<'_, T>],
    labels: &[AxisLabels],
    out_axes: &AxisLabels,
    names: &[&str],
) -> Buffer<T>
where
    T: Clone + Zero + Mul<Output = T> + 'static,
{
    let mut sizes = [1; MAX_LABELS];
    let mut seen = 0u64;
    let mut terms = Scratch::with_room(sources.len());
    for (place, (source, labels)) in sources.iter().zip(labels).enumerate() {
        let mut term = Factor { ptr: source.ptr, steps: [0; MAX_LABELS], has: 0 };
        for (axis, label) in labels.iter().enumerate() {
            if seen >> label & 1 == 1 && sizes[label] != source.sizes[axis] {
                let name = names.get(label).copied().unwrap_or("..");
                differ(name, sizes[label], source.sizes[axis], place);
            }
            sizes[label] = source.sizes[axis];
            seen |= 1 << label;
            term.has |= 1 << label;
            // A label that is there twice walks the diagonal.
            term.steps[label] = term.steps[label].wrapping_add(source.steps[axis]);
        }
        terms.push(term);
    }
    let mut out_labels = [0; MAX_RANK];
    let mut out = 0u64;
    for (to, label) in out_labels.iter_mut().zip(out_axes.iter()) {
        *to = label;
        out |= 1 << label;
    }
    let out_labels = &out_labels[..out_axes.rank];

    let mut terms = terms.drain(..);
    let mut left = terms.next().expect("an operand");
    // What holds the elements of `left`, if it is a product of earlier operands.
    let mut held: Buffer<T>;
    loop {
        let right = terms.next();
        let is_last = terms.len() == 0;
        let needed = terms.as_slice().iter().fold(out, |needed, term| needed | term.has);
        let both = left.has | right.as_ref().map_or(0, |right| right.has);
        let some: Scratch<usize>;
        let kept = if is_last {
            out_labels
        } else {
            // Those of the result in its order, the innermost first, then the others.
            let kept = out_labels.iter().copied().chain((0..MAX_LABELS).filter(|label| out >> label & 1 == 0));
            some = kept.filter(|label| (both & needed) >> label & 1 == 1).collect();
            &some
        };
        let has = kept.iter().fold(0u64, |has, label| has | 1 << label);
        let (steps, numel) = row_by_row(kept, &sizes);
        // SAFETY: the steps are those of the operands, of which `left` is one or is in `held`, for indices within the sizes, and
        // those of the result as `row_by_row` has counted them.
        let product = unsafe { pair(&left, right.as_ref(), &sizes, &steps, has, numel) };
        if is_last {
            return product;
        }
        held = product;
        left = Factor { ptr: held.as_slice().as_ptr(), steps, has };
    }
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
    let sizes: Scratch<_> = labels.iter().rev().map(|&label| sizes[label]).collect();
    panic!(
        "`einsum!` would need memory for a tensor of sizes {:?}, which has more elements than `usize` can count",
        &sizes[..]
    )
}

/// As [`contract`], of floats with 16 bits, in `f32`: each sum is to be rounded once, those of the first operands not at all.
fn contract_in_single<T>(sources: &[Source<'_, T>], pattern: &Pattern) -> Buffer<f32> {
    let copies: Scratch<Scratch<f32>> = sources.iter().map(widened).collect();
    let sources = iter::zip(sources, copies.iter()).map(|(source, copy)| {
        let (mut steps, mut step) = ([0; MAX_RANK], 1);
        for (axis, to) in steps[..source.rank].iter_mut().enumerate() {
            // What is stretched stays so.
            if source.steps[axis] != 0 {
                *to = step as isize;
                step *= source.sizes[axis];
            }
        }
        Source {
            ptr: copy.as_ptr(),
            rank: source.rank,
            sizes: source.sizes,
            steps,
            row_major: false,
            known: true,
            note: (),
            borrowed: PhantomData,
        }
    });
    let sources: Scratch<Source<'_, f32>> = sources.collect();
    contract(&sources, pattern)
}

/// The elements of an operand as `f32`, row by row, but one for each axis that is stretched.
fn widened<T>(source: &Source<'_, T>) -> Scratch<f32> {
    // One for each axis that is stretched.
    let moves = |axis: usize| source.steps[axis] != 0;
    let mut elements = Scratch::new();
    if source.sizes[..source.rank].contains(&0) {
        return elements;
    }
    // The loops run, and the steps of the copy are, as often as this says.
    let mut sizes = (0..source.rank).filter(|&axis| moves(axis)).map(|axis| source.sizes[axis]);
    let numel = sizes.try_fold(1usize, |numel, size| numel.checked_mul(size));
    elements.reserve(numel.expect("as many elements as `usize` counts"));
    source.each(moves, |element| elements.push(ByType::widen(element)));
    elements
}

#[cold]
#[inline(never)]
#[track_caller]
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
    let on_right = right.map_or(0, |right| right.has);
    let mut loops = Scratch::with_room(MAX_RANK);
    for label in (0..MAX_LABELS).filter(|label| (left.has | on_right) >> label & 1 == 1) {
        let (l, r) = (left.has >> label & 1 == 1, on_right >> label & 1 == 1);
        let kind = match (out >> label & 1 == 1, l, r) {
            (false, ..) => Axis::Summed,
            (true, true, false) => Axis::Rows,
            (true, false, true) => Axis::Columns,
            _ => Axis::Batch,
        };
        match sizes[label] {
            0 => return zeros(numel),
            1 => {}
            size => {
                let right = right.map_or(0, |right| right.steps[label]);
                loops.push(Loop { size, steps: [left.steps[label], right, steps[label]], kind });
            }
        }
    }
    let of = |kind: Axis| loops.iter().find(|l| l.kind == kind).copied().filter(|_| loops.len() == 2);
    if let (Some(right), Some(rows), Some(columns)) = (right, of(Axis::Rows), of(Axis::Columns))
        && const { !needs_drop::<T>() }
        && (columns.steps[2], rows.steps[2]) == (1, columns.size as isize)
    {
        // SAFETY: the operand may be read at all indices within the sizes, and so along one of its loops.
        let along = |ptr, size, step| unsafe { Matrix::new(ptr, [1, size], [0, step]) };
        let left = along(left.ptr, rows.size, rows.steps[0]);
        return outer(&left, rows.size, &along(right.ptr, columns.size, columns.steps[1]), columns.size);
    }
    merge(&mut loops);
    let right = right.map(|right| right.ptr);
    let places =
        loops.iter().filter(|l| l.kind != Axis::Summed).try_fold(1usize, |places, l| places.checked_mul(l.size));
    if right.is_some() && places == Some(numel) && written_once::<T>(&loops) {
        return Buffer::written_by(numel, |to| {
            // SAFETY: the caller says that all indices within the sizes lead to elements, and to places of the result, each of which is written once.
            unsafe { sums(left.ptr, right, to.as_mut_ptr().cast(), &mut loops) };
            // SAFETY: the loops lead to as many places as there are, as was compared.
            unsafe { Full::new(to) }
        });
    }
    let mut buffer = zeros(numel);
    // SAFETY: the caller says that all indices within the sizes lead to elements; the places are new memory of as many zeros.
    unsafe { sums(left.ptr, right, buffer.as_mut_ptr(), &mut loops) };
    buffer
}

fn zeros<T: Clone + Zero>(numel: usize) -> Buffer<T> {
    Buffer::from_iter(numel, iter::repeat_with(T::zero))
}

/// The products of each of one row and each of another, which are not to be dropped: nothing is summed, so that each place is written once.
#[inline(never)]
fn outer<T: Product>(left: &Matrix<'_, T>, rows: usize, right: &Matrix<'_, T>, columns: usize) -> Buffer<T> {
    let copy: Scratch<T>;
    let right = match right.row(0, 0..columns) {
        Some(row) => row,
        None => {
            copy = (0..columns).map(|i| right.get(0, i).clone()).collect();
            &copy
        }
    };
    Buffer::written_by(rows * columns, |to| {
        assert!(columns > 0 && to.len().is_multiple_of(columns), "rows of as many products");
        for (i, to) in to.chunks_exact_mut(columns).enumerate() {
            multiples(left.get(0, i), right, to);
        }
        // SAFETY: rows of so many products are all places, as was compared, and each of them is written.
        unsafe { Full::new(to) }
    })
}

in_widest! {
    /// The products of one element and each of some, to as many places, all of which are written.
    fn multiples<T: Product>(x: &T, y: &[T], to: &mut [MaybeUninit<T>]) {
        assert!(y.len() == to.len(), "a place for each product");
        for (to, y) in to.iter_mut().zip(y) {
            to.write(x.clone() * y.clone());
        }
    }
}

/// What [`multiples`] asks of elements.
trait Product: Clone + Mul<Output = Self> {}
impl<T: Clone + Mul<Output = T>> Product for T {}
