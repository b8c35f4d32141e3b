//! The loops of reductions: one generator for all of them, over any expression.
//!
//! Two kernels share the work. If the innermost loop is reduced, each result takes its elements row by row in independent
//! lanes, block by block: [`LANES`](crate::kernels::rows::LANES) of them, or [`MANY`](crate::kernels::rows::MANY) for as many elements or more, if partial results are of 8 bytes at most;
//! those are then joined to `LANES`. If it is kept, whole tiles of neighbouring results take one row after the other. Both join blocks pairwise, so
//! the order in which elements meet follows from the shape, the axes and the element's type, and from whether they lie in memory: several reduced loops
//! are then as many rows, or runs of columns, joined pairwise, and a few columns are taken several rows at a time; what is computed on the way or
//! stretched is one long row, or one run. In views of any strides the innermost loop is one that goes on in memory ([`along_memory`]). The CPU's
//! vectors, however wide, change nothing. Each element passes through at most 17
//! steps in its block of a row, or 32 of a column, and then one for each doubling of the blocks.

mod columns;
mod out;
mod rows;
mod split;
mod turn;

use core::mem::MaybeUninit;

#[cfg(feature = "alloc")]
use super::Zip;
use super::node::{FnMut1, Node};
use super::plan::Loops;
use super::{ByStrides, Expr, Visit};
use crate::kernels::level::in_widest;
#[cfg(feature = "rayon")]
use crate::kernels::parallel;
use crate::kernels::rows::Reducer;
use crate::shape::Shape;
#[cfg(feature = "rayon")]
use crate::shape::dims::Dims;
#[cfg(feature = "alloc")]
use crate::shape::dims::product;
use crate::shape::layout::Layout;
#[cfg(feature = "rayon")]
use crate::shape::recurrent::row::Elements;
use crate::storage::{Full, Nested, Written};
use crate::view::View;
#[cfg(feature = "alloc")]
use crate::view::block::Erased;
#[cfg(feature = "alloc")]
use crate::{expr::node::FnMut2, shape::reduce::Reduce, storage::Buffer};
use columns::columns;
use out::Out;
use rows::rows;
use split::{Split, alike, along_memory};
use turn::Whole;

/// Reduces the axes of the mask, and writes the results in row-major order.
///
/// # Panics
/// If an operand does not fit the shape, or there are not as many results as places.
#[inline]
fn run<'p, O: Shape, E: Expr<O>, R: Reducer<E::Item>>(
    mut expr: E,
    shape: O,
    mask: u16,
    reducer: &R,
    places: &'p mut [MaybeUninit<R::Output>],
) -> Full<'p, R::Output> {
    expr.fits(shape);
    let dims = shape.dims();
    let (written, places) = Written::to(places);
    let mut out = Out { places, written };
    if shape.numel() == 0 {
        for _ in 0..out.places.len() {
            out.push(reducer.empty());
        }
    } else {
        let strides = expr.prepare(&dims);
        let mut loops = Loops::new(&dims, expr.merge(&dims, &strides) & alike(&dims, mask));
        if const { E::ANY_ORDER } {
            along_memory(&mut loops, mask, R::COUNTS, &|axis| expr.step(&strides, axis));
        }
        let split = Split::new(&loops, mask);
        // SAFETY: the strides are those for these dimensions; the innermost loop's axis is the loops' own.
        unsafe { expr.visit(Some(&strides), &loops, Walk { split: &split, reducer, out: &mut out }) };
    }
    let Out { places, written } = out;
    written.finish(places)
}

struct Walk<'a, 'b, R, T> {
    split: &'a Split,
    reducer: &'a R,
    out: &'a mut Out<'b, T>,
}

impl<I, R: Reducer<I>> Visit<I> for Walk<'_, '_, R, R::Output> {
    type Addressing = ByStrides;

    #[inline(always)]
    fn visit<N: Node<Item = I>>(self, node: N) {
        // SAFETY: the loops are the node's own, at whose start it is; the shape has elements.
        let whole = unsafe { Whole::new(node, self.split) };
        if self.split.inner_reduced {
            by_rows(whole, self.reducer, self.out);
        } else {
            by_columns(whole, self.reducer, self.out);
        }
    }
}

in_widest! {
    /// The innermost loop is reduced: one result after the other.
    fn by_rows<N: Node, R: Reducer<<N as Node>::Item>>(whole: Whole<'_, N>, reducer: &R, out: &mut Out<'_, R::Output>) {
        rows(&whole, reducer, out);
    }
    /// The innermost loop is kept: one tile of results after the other.
    fn by_columns<N: Node, R: Reducer<<N as Node>::Item>>(whole: Whole<'_, N>, reducer: &R, out: &mut Out<'_, R::Output>) {
        columns(&whole, reducer, out);
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
    Buffer::written_by(shape.reduced().numel(), |places| run(expr, shape, S::MASK, reducer, places))
}

/// A view reduced over the axes `A`.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn over<A, T: Clone, S: Shape + Reduce<A>, Y: Layout<S>, R: Reducer<T>>(
    view: View<'_, T, S, Y>,
    reducer: &R,
) -> Buffer<R::Output> {
    #[cfg(feature = "rayon")]
    if let Some(made) = view.as_block().and_then(|x| in_parts(x, &view.shape().dims(), S::MASK, reducer)) {
        return made;
    }
    to_buffer::<S, A, _, R>(view, view.shape(), reducer)
}

/// Rows of floats in memory, by more threads, if that pays: of the library's own reductions, which hold nothing. Each row is reduced as it would be by one.
#[cfg(feature = "rayon")]
fn in_parts<T: Clone, R: Reducer<T>>(x: &[T], dims: &Dims, mask: u16, reducer: &R) -> Option<Buffer<R::Output>> {
    let axes = mask.trailing_ones() as usize;
    if R::KIND.is_none() || size_of::<R>() > 0 || axes == 0 || u32::from(mask).count_ones() != mask.trailing_ones() {
        return None;
    }
    let len = product(&dims.sizes[..axes.min(dims.rank)]);
    let rows = x.len().checked_div(len)?;
    let parts = parallel::parts(rows, 1, x.len());
    if parts == 1 || !parallel::shares::<T>() || !parallel::shares::<R::Output>() {
        return None;
    }
    // SAFETY: floats are read and written by any thread, and the reduction holds nothing; `run` writes all places.
    Some(unsafe {
        super::parted::made(rows, parts, |range, places| {
            let shape = (((), Elements(range.len())), Elements(len));
            run(View::over(&x[range.start * len..range.end * len], shape), shape, 1, reducer, places);
        })
    })
}

/// A view reduced over its last axes, so many.
#[cfg(feature = "alloc")]
pub(crate) fn over_last<T: Clone, S: Shape, Y: Layout<S>, R: Reducer<T>>(
    view: View<'_, T, S, Y>,
    axes: usize,
    reducer: &R,
) -> Buffer<R::Output> {
    let (shape, dims) = (view.shape(), view.shape().dims());
    let mask = ((1u32 << axes) - 1) as u16;
    Buffer::written_by(product(&dims.sizes[axes..]), |places| run(view, shape, mask, reducer, places))
}

/// A function of a view's elements, reduced over all axes; allocates nothing.
#[inline]
pub(crate) fn all<T: Clone, S: Shape, Y: Layout<S>, F: FnMut1<T>, R: Reducer<F::Output>>(
    view: View<'_, T, S, Y>,
    f: F,
    reducer: &R,
) -> R::Output {
    to_one(super::Map(view, f), view.shape(), reducer)
}

/// A view's elements, reduced over all axes; allocates nothing.
#[inline]
pub(crate) fn whole<T: Clone, S: Shape, Y: Layout<S>, R: Reducer<T>>(
    view: View<'_, T, S, Y>,
    reducer: &R,
) -> R::Output {
    to_one(view, view.shape(), reducer)
}

/// The result over all axes.
///
/// # Panics
/// If an operand does not fit the shape.
#[inline]
pub(super) fn to_one<S: Shape, E: Expr<S>, R: Reducer<E::Item>>(expr: E, shape: S, reducer: &R) -> R::Output {
    Nested::<R::Output, ()>::written_by(|places| run(expr, shape, u16::MAX, reducer, places)).into_array()
}

/// A function of the elements of two views, the right one stretched to the left one's shape, reduced over the axes `A`.
///
/// # Panics
/// If the right one does not fit the shape.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn pair_over<A, T: Clone, U: Clone, S: Shape + Reduce<A>, O: Shape, Y: Layout<S>, Z: Layout<O>, F, R>(
    left: View<'_, T, S, Y>,
    right: View<'_, U, O, Z>,
    f: F,
    reducer: &R,
) -> Buffer<R::Output>
where
    F: FnMut2<T, U>,
    R: Reducer<F::Output>,
{
    to_buffer::<S, A, _, R>(Zip(left, right, f), left.shape(), reducer)
}

/// A function of the elements of two views of one shape, reduced over all axes; allocates nothing but a copy of an operand that jumps through memory
/// where the other one goes on: each of its elements would be waited for.
///
/// # Panics
/// If the shapes are two, or have two sizes.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn pair_all<T: Clone, U: Clone, S: Shape, O: Shape, Y: Layout<S>, Z: Layout<O>, F, R>(
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
    if const { Y::SOURCE.is_none() }
        && right.as_block().is_some()
        && let Some(copy) = if_it_jumps(left)
    {
        return to_one(Zip(View::over(copy.as_slice(), left.shape()), right, f), left.shape(), reducer);
    }
    if const { Z::SOURCE.is_none() }
        && left.as_block().is_some()
        && let Some(copy) = if_it_jumps(right)
    {
        return to_one(Zip(left, View::over(copy.as_slice(), right.shape()), f), left.shape(), reducer);
    }
    to_one(Zip(left, right, f), left.shape(), reducer)
}

/// A copy of many elements that lie next to each other along another axis than the last.
#[cfg(feature = "alloc")]
pub(crate) fn if_it_jumps<T: Clone, S: Shape, Y: Layout<S>>(view: View<'_, T, S, Y>) -> Option<Buffer<T>> {
    let jumps = view.shape().numel() >= super::MANY && Erased::new(view).merged().neighbours().is_some();
    jumps.then(|| super::copied(view))
}
