//! Chunks of a run-time axis: static views, one after the other, and a remainder.

use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::mem;

use super::narrow::PartOf;
use super::operation;
use super::{Operand, Values, View, ViewMut};
use crate::shape::axes::Axis;
use crate::shape::chunks::ChunksOf;
use crate::shape::layout::Layout;
use crate::shape::narrow::{Narrow, Narrowed};
use crate::shape::size::StaticSize;
use crate::shape::{Shape, run_time};

/// Static views of the outermost axis of a tensor, one after the other, and what is left over; see [`Chunking::chunks_of`].
#[derive(Clone, Debug)]
pub struct Chunks<'a, T, S: Shape, Y: Layout<S>, D> {
    view: View<'a, T, S, Y>,
    next: usize,
    end: usize,
    size: PhantomData<D>,
}

impl<'a, T, S: Narrow<Axis<0>, D>, Y: Layout<S>, D: StaticSize> Chunks<'a, T, S, Y, D> {
    fn new(view: View<'a, T, S, Y>) -> Self {
        let end = outermost(view.shape()) / D::SIZE;
        Chunks { view, next: 0, end, size: PhantomData }
    }

    /// What is left over, fewer than a chunk, and possibly none: with the run-time axis, `[Batch, 784]`. O(1), no copy.
    pub fn remainder(&self) -> View<'a, T, S, Y> {
        let size = outermost(self.view.shape());
        self.view.rest_from(size - size % D::SIZE)
    }

    fn at(&self, index: usize) -> View<'a, T, Narrowed<S, Axis<0>, D>, PartOf<S, Y, Axis<0>, D>> {
        self.view.narrow(Axis::<0>, index * D::SIZE, D::VALUE)
    }
}

/// The size of the outermost axis.
fn outermost<S: Shape>(shape: S) -> usize {
    shape.dims().sizes[S::RANK - 1]
}

/// The shape with another size on its outermost axis, which is a run-time one.
fn with_outermost<S: Shape>(shape: S, size: usize) -> S {
    let mut sizes = shape.dims().sizes;
    sizes[S::RANK - 1] = size;
    run_time::shape(&sizes)
}

impl<'a, T, S: Shape, Y: Layout<S>> View<'a, T, S, Y> {
    /// The elements from a place of the outermost axis on, which is a run-time one.
    fn rest_from(self, start: usize) -> Self {
        let shape =
            with_outermost(self.shape, outermost(self.shape).checked_sub(start).expect("a place within the axis"));
        let offset = (start as isize).wrapping_mul(self.strides_by_axis()[S::RANK - 1]);
        // As in `narrow`: an index within the rest, with `start` added on the outermost axis, is within the shape. The strides do not
        // depend on how long the outermost axis is.
        self.part(offset, shape, self.layout)
    }

    /// As [`Chunking::chunks_of`], for as long as the view's own borrow.
    pub fn chunks_of<D: StaticSize>(self, _size: D) -> Chunks<'a, T, S, Y, D>
    where
        S: ChunksOf<D>,
    {
        Chunks::new(self)
    }
}

impl<'a, T, S: Narrow<Axis<0>, D>, Y: Layout<S>, D: StaticSize> Iterator for Chunks<'a, T, S, Y, D> {
    type Item = View<'a, T, Narrowed<S, Axis<0>, D>, PartOf<S, Y, Axis<0>, D>>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.nth(0)
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        let index = self.next.saturating_add(n);
        if index >= self.end {
            self.next = self.end;
            return None;
        }
        self.next = index + 1;
        Some(self.at(index))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.end - self.next, Some(self.end - self.next))
    }
}

impl<T, S: Narrow<Axis<0>, D>, Y: Layout<S>, D: StaticSize> DoubleEndedIterator for Chunks<'_, T, S, Y, D> {
    fn next_back(&mut self) -> Option<Self::Item> {
        if self.next == self.end {
            return None;
        }
        self.end -= 1;
        Some(self.at(self.end))
    }
}

impl<T, S: Narrow<Axis<0>, D>, Y: Layout<S>, D: StaticSize> ExactSizeIterator for Chunks<'_, T, S, Y, D> {}
impl<T, S: Narrow<Axis<0>, D>, Y: Layout<S>, D: StaticSize> FusedIterator for Chunks<'_, T, S, Y, D> {}

/// As [`Chunks`], to change them; see [`Tensor::chunks_of_mut`](crate::Tensor::chunks_of_mut).
pub struct ChunksMut<'a, T, S, D> {
    /// Whole chunks.
    elements: &'a mut [T],
    rest: &'a mut [T],
    left: usize,
    shape: S,
    size: PhantomData<D>,
}

impl<'a, T, S: Narrow<Axis<0>, D>, D: StaticSize> ChunksMut<'a, T, S, D> {
    fn new(view: ViewMut<'a, T, S>) -> Self {
        let size = outermost(view.shape);
        let row = view.elements.len().checked_div(size).unwrap_or(0);
        let (elements, rest) = view.elements.split_at_mut((size - size % D::SIZE) * row);
        ChunksMut { elements, rest, left: size / D::SIZE, shape: view.shape, size: PhantomData }
    }

    /// What is left over, fewer than a chunk, and possibly none: with the run-time axis, `[Batch, 784]`. O(1), no copy.
    pub fn into_remainder(self) -> ViewMut<'a, T, S> {
        ViewMut::over(self.rest, with_outermost(self.shape, outermost(self.shape) % D::SIZE))
    }

    /// As [`into_remainder`](Self::into_remainder), while there are chunks to come.
    pub fn remainder(&mut self) -> ViewMut<'_, T, S> {
        ViewMut::over(self.rest, with_outermost(self.shape, outermost(self.shape) % D::SIZE))
    }
}

impl<'a, T, S: Narrow<Axis<0>, D>, D: StaticSize> Iterator for ChunksMut<'a, T, S, D> {
    type Item = ViewMut<'a, T, Narrowed<S, Axis<0>, D>>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 {
            return None;
        }
        let mut sizes = self.shape.dims().sizes;
        sizes[const { S::PLACE }] = D::SIZE;
        let shape: Narrowed<S, Axis<0>, D> = run_time::shape(&sizes);
        let (chunk, later) = mem::take(&mut self.elements).split_at_mut(shape.numel());
        self.elements = later;
        self.left -= 1;
        Some(ViewMut::over(chunk, shape))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<T, S: Narrow<Axis<0>, D>, D: StaticSize> ExactSizeIterator for ChunksMut<'_, T, S, D> {}
impl<T, S: Narrow<Axis<0>, D>, D: StaticSize> FusedIterator for ChunksMut<'_, T, S, D> {}

impl<'a, T, S: Shape> ViewMut<'a, T, S> {
    /// Static views of the outermost axis, to change them; see [`Chunking::chunks_of`]. O(1), no copy.
    pub fn chunks_of<D: StaticSize>(self, _size: D) -> ChunksMut<'a, T, S, D>
    where
        S: ChunksOf<D>,
    {
        ChunksMut::new(self)
    }
}

operation! {
    /// Static parts of a run-time axis, each of size `D`, one after the other.
    trait Chunking[D][D]
    for X where [X: Values<Shape: ChunksOf<D>> + ?Sized, D: StaticSize]

    /// Static views of the outermost axis, one after the other: `[Batch, 784]` in chunks of `Dim::<32>` -> `[32, 784]` each, so that
    /// the code that takes them is static; [`remainder`](Chunks::remainder) is what is left over, with the run-time axis. PyTorch's
    /// `x.split(32)`, Rust's `slice.chunks_exact(32)`. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// fn sums(x: &View<f32, shape![32, 784]>) -> Tensor<f32, shape![32]> {
    ///     x.sum(Axis::<-1>)
    /// }
    /// let x = Tensor::<f32, shape![Batch, 784]>::full_with(Batch(100), 1.0);
    /// let mut out = Tensor::<f32, shape![Batch]>::zeros_with(Batch(100));
    ///
    /// let (chunks, mut to) = (x.chunks_of(Dim::<32>), out.chunks_of_mut(Dim::<32>));
    /// let rest = chunks.remainder(); // [4, 784]
    /// to.remainder().copy_from(&rest.sum(Axis::<-1>));
    /// for (chunk, mut to) in chunks.zip(to) {
    ///     to.copy_from(&sums(&chunk));
    /// }
    /// assert_eq!(out, x.sum(Axis::<-1>));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![100, 784]>::zeros().chunks_of(Dim::<32>);
    /// ```
    #[doc(alias = "split")]
    fn chunks_of(&self, size: D) -> Chunks<'_, Self::Elem, Self::Shape, Self::Layout, D> {
        self.view().chunks_of(size)
    }
}
