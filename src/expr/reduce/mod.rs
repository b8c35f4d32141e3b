//! The loops of reductions: one generator for all of them, over any expression.
//!
//! Two kernels share the work. If the innermost loop is reduced, each result takes its elements row by row in independent
//! lanes, block by block: [`LANES`] of them, or [`MANY`] for as many elements or more, if partial results are of 8 bytes at most;
//! those are then joined to [`LANES`]. If it is kept, whole tiles of neighbouring results take one row after the other. Both join blocks pairwise, so
//! the order in which elements meet follows from the shape, the axes and the element's type alone, whatever the strides and
//! however wide the CPU's vectors are; each element passes through at most 17 steps in its block of a row, or 32 of a column, and
//! then one for each doubling of the blocks.

mod columns;
mod rows;
mod split;

use core::marker::PhantomData;
use core::mem::{self, MaybeUninit};

#[cfg(feature = "alloc")]
use super::Zip;
use super::node::{FnMut1, Node, Written};
use super::plan::Loops;
use super::{ByStrides, Expr, Visit};
use crate::shape::Shape;
use crate::view::{Layout, View};
#[cfg(feature = "alloc")]
use crate::{expr::node::FnMut2, shape::reduce::Reduce, storage::Buffer};
use columns::columns;
use rows::rows;
use split::{Split, alike};

/// Independent partial results, and what a block of elements is reduced to.
pub(super) const LANES: usize = 16;
/// As many elements or more have as many lanes, enough to hide how long an addition takes.
pub(super) const MANY: usize = 4 * LANES;
/// How many elements each lane takes in a block before blocks are joined.
pub(super) const STEPS: usize = 16;
/// Rows that a tile takes one after the other.
pub(super) const ROWS: usize = 32;
/// Neighbouring results that are computed together.
pub(super) const TILE: usize = 128;
/// The same at the end of a row.
const SMALL_TILE: usize = 8;

/// How elements become one result.
pub trait Reducer<T> {
    type Acc: Clone;
    type Output;
    /// The result of one element, which is number `i` of those that are reduced.
    fn first(&self, x: T, i: usize) -> Self::Acc;
    /// With one element more.
    fn step(&self, acc: &mut Self::Acc, x: T, i: usize);
    /// Two results as one.
    fn join(&self, acc: &mut Self::Acc, other: Self::Acc);
    /// The result.
    fn finish(&self, acc: Self::Acc) -> Self::Output;
    /// The result of no elements.
    fn empty(&self) -> Self::Output;

    /// The results of rows in memory, of as many as there is a faster way for than element by element, from the first one on; it is
    /// to lead to the same results.
    #[inline(always)]
    fn rows(&self, x: &Columns<'_, T>, to: &mut Results<Self::Acc>) {
        let _ = (x, to);
    }
    /// As [`rows`](Reducer::rows), of columns.
    #[inline(always)]
    fn columns(&self, x: &Columns<'_, T>, to: &mut Results<Self::Acc>) {
        let _ = (x, to);
    }
}

/// What a reduction makes of floats, for which there are [loops](super::fold) of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Sum,
    SumOfSquares,
    Largest,
    Smallest,
}

/// Rows of elements in memory: `rows` of them, at least one, at a distance of `step`, each of `count` elements next to each other.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))] // what reads it is there
pub struct Columns<'a, T> {
    first: *const T,
    step: isize,
    rows: usize,
    count: usize,
    elements: PhantomData<&'a T>,
}

#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))] // as above
impl<T> Columns<'_, T> {
    pub(super) fn first(&self) -> *const T {
        self.first
    }
    pub(super) fn step(&self) -> isize {
        self.step
    }
    pub(super) fn rows(&self) -> usize {
        self.rows
    }
    pub(super) fn count(&self) -> usize {
        self.count
    }
    /// One of the rows.
    pub fn row(&self, i: usize) -> &[T] {
        assert!(i < self.rows, "row {i} of {}", self.rows);
        let first = self.first.wrapping_offset(i as isize * self.step);
        // SAFETY: a row of `count` elements, which are borrowed.
        unsafe { core::slice::from_raw_parts(first, self.count) }
    }
    /// An element of the first row.
    pub fn at_top(&self, column: usize) -> &T {
        assert!(column < self.count, "column {column} of {}", self.count);
        // SAFETY: there is a row of `count` elements, which are borrowed.
        unsafe { &*self.first.wrapping_add(column) }
    }
}

/// The results of some columns.
pub struct Results<T> {
    places: [MaybeUninit<T>; TILE],
    /// How many of them are written.
    done: usize,
}

impl<T> Results<T> {
    pub fn new() -> Self {
        Results { places: [const { MaybeUninit::uninit() }; TILE], done: 0 }
    }
    #[cfg(target_arch = "x86_64")]
    pub(super) fn places(&mut self) -> &mut [MaybeUninit<T>; TILE] {
        &mut self.places
    }
    /// # Safety
    /// So many are written.
    #[cfg(target_arch = "x86_64")]
    pub(super) unsafe fn set_done(&mut self, done: usize) {
        self.done = done;
    }
    /// One more result.
    pub fn push(&mut self, x: T) {
        self.places[self.done].write(x);
        self.done += 1;
    }
    pub fn as_slice(&self) -> &[T] {
        // SAFETY: so many are written.
        unsafe { self.places[..self.done].assume_init_ref() }
    }
}

#[cfg(target_arch = "x86_64")]
pub use super::fold::{along as rows_by, down as columns_by, first_of, places_down as places_by};
#[cfg(not(target_arch = "x86_64"))]
pub use general::{columns_by, first_of, places_by, rows_by};

/// What [`fold`](super::fold) has, where there is none.
#[cfg(not(target_arch = "x86_64"))]
mod general {
    use super::{Columns, Kind, Results};

    pub fn first_of<T>(_: &[T], _: &T) -> Option<usize> {
        None
    }
    pub fn rows_by<T>(_: Kind, _: &Columns<'_, T>, _: &mut Results<T>) {}
    pub fn columns_by<T>(_: Kind, _: &Columns<'_, T>, _: &mut Results<T>) {}
    pub fn places_by<T>(_: bool, _: &Columns<'_, T>, _: &mut Results<usize>) {}
}

/// Where the results go, in order.
struct Out<'a, T> {
    places: &'a mut [MaybeUninit<T>],
    written: Written<T>,
}

impl<T> Out<'_, T> {
    #[inline(always)]
    fn push(&mut self, x: T) {
        self.places[self.written.done].write(x);
        self.written.done += 1;
    }
}

/// Reduces the axes of the mask, and writes the results in row-major order; all of them are written, or this unwinds.
///
/// # Panics
/// If an operand does not fit the shape, or there are not as many results as places.
#[inline]
fn run<O: Shape, E: Expr<O>, R: Reducer<E::Item>>(
    mut expr: E,
    shape: O,
    mask: u16,
    reducer: &R,
    places: &mut [MaybeUninit<R::Output>],
) {
    expr.fits(shape);
    let dims = shape.dims();
    let written = Written::new(places.as_mut_ptr().cast());
    let mut out = Out { places, written };
    if shape.numel() == 0 {
        for _ in 0..out.places.len() {
            out.push(reducer.empty());
        }
    } else {
        let mut scratch = MaybeUninit::uninit();
        let merge = expr.prepare(&dims, &mut scratch) & alike(&dims, mask);
        let loops = Loops::new(&dims, merge);
        let split = Split::new(&loops, mask);
        // SAFETY: `prepare` has written the strides for these dimensions; the innermost loop's axis is the loops' own.
        unsafe { expr.visit(&scratch, &loops, Walk { split: &split, reducer, out: &mut out }) };
    }
    assert!(out.written.done == out.places.len(), "one result for each place");
    mem::forget(out.written);
}

struct Walk<'a, 'b, R, T> {
    split: &'a Split,
    reducer: &'a R,
    out: &'a mut Out<'b, T>,
}

impl<I, R: Reducer<I>> Visit<I> for Walk<'_, '_, R, R::Output> {
    type Places = ByStrides;

    #[inline(always)]
    fn visit<N: Node<Item = I>>(self, node: N) {
        if self.split.inner_reduced {
            // SAFETY: the loops are the node's own.
            unsafe { rows(node, self.split, self.reducer, self.out) }
        } else {
            // SAFETY: as above.
            unsafe { columns(node, self.split, self.reducer, self.out) }
        }
    }
}

/// The results in new memory.
///
/// # Panics
/// If an operand does not fit the shape.
#[cfg(feature = "alloc")]
pub(super) fn to_buffer<S, A, E, R>(expr: E, shape: S, reducer: &R) -> Buffer<R::Output>
where
    S: Shape + Reduce<A>,
    E: Expr<S>,
    R: Reducer<E::Item>,
{
    let numel = shape.reduced().numel();
    let mut buffer = Buffer::<R::Output>::with_capacity(numel);
    // SAFETY: there is room for as many, and nothing else refers to it.
    let places = unsafe { core::slice::from_raw_parts_mut(buffer.as_mut_ptr().cast(), numel) };
    run(expr, shape, S::MASK, reducer, places);
    // SAFETY: `run` has written all of them.
    unsafe { buffer.set_len(numel) };
    buffer
}

/// A view reduced over the axes `A`.
#[cfg(feature = "alloc")]
#[inline]
pub fn over<A, T: Clone, S: Shape + Reduce<A>, Y: Layout<S>, R: Reducer<T>>(
    view: View<'_, T, S, Y>,
    reducer: &R,
) -> Buffer<R::Output> {
    to_buffer::<S, A, _, R>(view, view.shape(), reducer)
}

/// A function of a view's elements and of one value for each result, reduced over the axes `A`.
///
/// # Panics
/// If there are fewer values than results.
#[cfg(feature = "alloc")]
#[inline]
pub fn over_with<A, T: Clone, U: Clone, S: Shape + Reduce<A>, Y: Layout<S>, F, R>(
    view: View<'_, T, S, Y>,
    values: &[U],
    f: F,
    reducer: &R,
) -> Buffer<R::Output>
where
    F: FnMut2<T, U>,
    R: Reducer<F::Output>,
{
    let shape = view.shape();
    let values = View::over(values, shape.kept());
    to_buffer::<S, A, _, R>(Zip(view, values, f), shape, reducer)
}

/// A function of a view's elements, reduced over all axes; allocates nothing.
#[inline]
pub fn all<T: Clone, S: Shape, Y: Layout<S>, F: FnMut1<T>, R: Reducer<F::Output>>(
    view: View<'_, T, S, Y>,
    f: F,
    reducer: &R,
) -> R::Output {
    to_one(super::Map(view, f), view.shape(), reducer)
}

/// A view's elements, reduced over all axes; allocates nothing.
#[inline]
pub fn whole<T: Clone, S: Shape, Y: Layout<S>, R: Reducer<T>>(view: View<'_, T, S, Y>, reducer: &R) -> R::Output {
    to_one(view, view.shape(), reducer)
}

/// The result over all axes.
///
/// # Panics
/// If an operand does not fit the shape.
#[inline]
pub(super) fn to_one<S: Shape, E: Expr<S>, R: Reducer<E::Item>>(expr: E, shape: S, reducer: &R) -> R::Output {
    let mut result = [MaybeUninit::uninit()];
    run(expr, shape, u16::MAX, reducer, &mut result);
    let [result] = result;
    // SAFETY: `run` has written it.
    unsafe { result.assume_init() }
}

/// A function of the elements of two views of one shape, reduced over the axes `A`.
///
/// # Panics
/// If the shapes are two, or have two sizes.
#[cfg(feature = "alloc")]
#[inline]
pub fn pair_over<A, T: Clone, U: Clone, S: Shape + Reduce<A>, O: Shape, Y: Layout<S>, Z: Layout<O>, F, R>(
    left: View<'_, T, S, Y>,
    right: View<'_, U, O, Z>,
    f: F,
    reducer: &R,
) -> Buffer<R::Output>
where
    F: FnMut2<T, U>,
    R: Reducer<F::Output>,
{
    super::same_shapes(&left, &right);
    to_buffer::<S, A, _, R>(Zip(left, right, f), left.shape(), reducer)
}

/// A function of the elements of two views of one shape, reduced over all axes; allocates nothing.
///
/// # Panics
/// If the shapes are two, or have two sizes.
#[cfg(feature = "alloc")]
#[inline]
pub fn pair_all<T: Clone, U: Clone, S: Shape, O: Shape, Y: Layout<S>, Z: Layout<O>, F, R>(
    left: View<'_, T, S, Y>,
    right: View<'_, U, O, Z>,
    f: F,
    reducer: &R,
) -> R::Output
where
    F: FnMut2<T, U>,
    R: Reducer<F::Output>,
{
    super::same_shapes(&left, &right);
    to_one(Zip(left, right, f), left.shape(), reducer)
}
