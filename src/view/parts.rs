//! Views of parts of axes, and of the same elements with axes taken apart or moved: nothing is copied.
//!
//! The methods here take the view by value, so that what they give lives as long as the view's own borrow; what they are
//! for stands at [`AxisViews`](super::AxisViews), whose methods they are for every operand.

use super::View;
use crate::kind::Kind;
use crate::shape::at::Along;
use crate::shape::dims::{MAX_RANK, Strides, inserted, removed};
use crate::shape::layout::{Layout, Leading, Strided};
use crate::shape::parts::{
    AxisIndexed, AxisMoved, Chunk, Chunked, Diagonal, Flip, IndexAxis, MoveAxis, NarrowWith, Slice, Sliced, Split,
    Unflatten, Unflattened, Windowed, Windows,
};
use crate::shape::repeat::VectorShape;
use crate::shape::size::{Dim, One, Size, StaticSize};
use crate::shape::verbs::{reach, relocate};
use crate::shape::{Shape, run_time};

/// The layout of a part `O` of a shape `S`, whose axes outside the one that it is a part of are `L`.
pub(crate) type Cut<L, S, Y, O> = <L as Leading>::Part<S, Y, O>;

/// How many elements `size` of them in steps of `step` reach over.
#[inline]
fn span(size: usize, step: usize) -> Option<usize> {
    match size.checked_sub(1) {
        None => Some(0),
        Some(steps) => steps.checked_mul(step)?.checked_add(1),
    }
}

/// The sizes with `size` on an axis, if there are as many elements from `start` on, in steps.
#[inline]
pub(super) fn cut(
    mut sizes: [usize; MAX_RANK],
    place: usize,
    start: usize,
    size: usize,
    step: usize,
) -> Option<[usize; MAX_RANK]> {
    let end = start.checked_add(span(size, step)?)?;
    (end <= core::mem::replace(&mut sizes[place], size)).then_some(sizes)
}

#[cold]
#[inline(never)]
#[track_caller]
pub(super) fn outside(what: &str, axis: isize, size: usize, given: core::fmt::Arguments<'_>) -> ! {
    panic!("cannot {what} axis {axis} of size {size}{given}")
}

impl<'a, T, S: Shape, Y: Layout<S>, K: Kind<T>> View<'a, T, S, Y, K> {
    /// The part from `start` on of an axis outside of which are the axes `L`, with its strides moved as its axes are. An index within it, with
    /// `start` added on the axis, is within the view; if the layout is row by row, there are no axes outside, so that the part has no gaps.
    #[inline]
    pub(super) fn starting_at<L: Leading, O: Shape>(
        self,
        place: usize,
        start: usize,
        shape: O,
        moved: impl FnOnce(Strides) -> Strides,
    ) -> View<'a, T, O, Cut<L, S, Y, O>, K> {
        let offset = (start as isize).wrapping_mul(self.strides_by_axis()[place]);
        self.part(offset, shape, L::part(self.layout, self.shape, moved))
    }

    /// As [`Slices::slice`](crate::Slices::slice), for as long as the view's own borrow.
    ///
    /// # Panics
    /// If the slice ends beyond the axis.
    #[inline]
    #[track_caller]
    pub fn slice<A, D: StaticSize, P: StaticSize>(
        self,
        axis: A,
        start: usize,
        size: D,
        step: P,
    ) -> View<'a, T, Sliced<S, A, D, P>, Strided, K>
    where
        S: Slice<A, D, P>,
    {
        match self.try_slice(axis, start, size, step) {
            Some(slice) => slice,
            None => outside(
                "slice",
                S::NUMBER,
                self.shape.dims().sizes[S::PLACE],
                format_args!(" to {} elements from {start} on in steps of {}", D::SIZE, P::SIZE),
            ),
        }
    }

    /// As [`Slices::try_slice`](crate::Slices::try_slice), for as long as the view's own borrow.
    #[inline]
    pub fn try_slice<A, D: StaticSize, P: StaticSize>(
        self,
        _axis: A,
        start: usize,
        _size: D,
        _step: P,
    ) -> Option<View<'a, T, Sliced<S, A, D, P>, Strided, K>>
    where
        S: Slice<A, D, P>,
    {
        let place = const { S::PLACE };
        let sizes = cut(self.shape.dims().sizes, place, start, D::SIZE, P::SIZE)?;
        let mut strides = self.strides_by_axis();
        let offset = (start as isize).wrapping_mul(strides[place]);
        // Where there are two elements or more, the step is less than the size of the axis; else the stride is of no use.
        strides[place] = strides[place].wrapping_mul(P::SIZE as isize);
        // Index `i` of the slice is index `start + i * step` of the axis, which is within it by the comparison above.
        Some(self.part(offset, run_time::shape(&sizes), Strided(strides)))
    }

    /// As [`Flips::flip`](crate::Flips::flip), for as long as the view's own borrow.
    #[inline]
    pub fn flip<A>(self, _axes: A) -> View<'a, T, S, Strided, K>
    where
        S: Flip<A>,
    {
        let dims = self.shape.dims();
        let mut strides = self.strides_by_axis();
        let mut offset = 0isize;
        for axis in (0..dims.rank).filter(|axis| S::MASK >> axis & 1 == 1) {
            let last = dims.sizes[axis].saturating_sub(1) as isize;
            offset = offset.wrapping_add(last.wrapping_mul(strides[axis]));
            strides[axis] = strides[axis].wrapping_neg();
        }
        // Index `i` on a flipped axis of size `n` leads to index `n - 1 - i` of the view, which is within it.
        self.part(offset, self.shape, Strided(strides))
    }

    /// As [`Splits::split_at`](crate::Splits::split_at), for as long as the view's own borrow.
    ///
    /// # Panics
    /// If a run-time axis is shorter than the first part.
    #[inline]
    #[track_caller]
    pub fn split_at<A, D: StaticSize>(
        self,
        _axis: A,
        _size: D,
    ) -> (
        View<'a, T, S::First, Cut<<S as Split<A, D>>::Outer, S, Y, S::First>, K>,
        View<'a, T, S::Rest, Cut<<S as Split<A, D>>::Outer, S, Y, S::Rest>, K>,
    )
    where
        S: Split<A, D>,
    {
        let place = const { S::PLACE };
        let mut sizes = self.shape.dims().sizes;
        let Some(rest) = sizes[place].checked_sub(D::SIZE) else {
            outside("split", S::NUMBER, sizes[place], format_args!(" after {} elements", D::SIZE));
        };
        sizes[place] = D::SIZE;
        let first = self.starting_at::<<S as Split<A, D>>::Outer, _>(place, 0, run_time::shape(&sizes), |s| s);
        sizes[place] = rest;
        let shape = run_time::shape(&sizes);
        (first, self.starting_at::<<S as Split<A, D>>::Outer, _>(place, D::SIZE, shape, |s| s))
    }

    /// As [`EqualParts::chunks`](crate::EqualParts::chunks), for as long as the view's own borrow.
    ///
    /// # Panics
    /// If the number of parts does not divide the size of a run-time axis.
    #[inline]
    #[track_caller]
    pub fn chunks<A, const N: usize>(
        self,
        _axis: A,
        _count: Dim<N>,
    ) -> [View<'a, T, Chunked<S, A, Dim<N>>, Cut<<S as Chunk<A, Dim<N>>>::Outer, S, Y, Chunked<S, A, Dim<N>>>, K>; N]
    where
        S: Chunk<A, Dim<N>>,
    {
        let place = const { S::PLACE };
        let mut sizes = self.shape.dims().sizes;
        if N == 0 || !sizes[place].is_multiple_of(N) {
            outside("cut", S::NUMBER, sizes[place], format_args!(" into {N} equal parts"));
        }
        sizes[place] /= N;
        // The parts lie one after the other on the axis, and make up all of it.
        core::array::from_fn(|i| {
            let shape = run_time::shape(&sizes);
            self.starting_at::<<S as Chunk<A, Dim<N>>>::Outer, _>(place, i * sizes[place], shape, |s| s)
        })
    }

    /// As [`AxisPlaces::index_axis`](crate::AxisPlaces::index_axis), for as long as the view's own borrow.
    ///
    /// # Panics
    /// If there is no such place on the axis.
    #[inline]
    #[track_caller]
    pub fn index_axis<A>(
        self,
        axis: A,
        index: usize,
    ) -> View<'a, T, AxisIndexed<S, A>, Cut<<S as IndexAxis<A>>::Outer, S, Y, AxisIndexed<S, A>>, K>
    where
        S: IndexAxis<A>,
    {
        match self.try_index_axis(axis, index) {
            Some(view) => view,
            None => outside("index", S::NUMBER, self.shape.dims().sizes[S::PLACE], format_args!(" at {index}")),
        }
    }

    /// As [`AxisPlaces::try_index_axis`](crate::AxisPlaces::try_index_axis), for as long as the view's own borrow.
    #[inline]
    pub fn try_index_axis<A>(
        self,
        _axis: A,
        index: usize,
    ) -> Option<View<'a, T, AxisIndexed<S, A>, Cut<<S as IndexAxis<A>>::Outer, S, Y, AxisIndexed<S, A>>, K>>
    where
        S: IndexAxis<A>,
    {
        let place = const { S::PLACE };
        let sizes = self.shape.dims().sizes;
        if index >= sizes[place] {
            return None;
        }
        let shape = run_time::shape(&removed(sizes, place, 1));
        let moved = |strides| removed(strides, place, 0);
        Some(self.starting_at::<<S as IndexAxis<A>>::Outer, _>(place, index, shape, moved))
    }

    /// As [`AxisSplits::unflatten`](crate::AxisSplits::unflatten), for as long as the view's own borrow.
    #[inline]
    pub fn unflatten<A, Z>(
        self,
        _axis: A,
        _sizes: Z,
    ) -> View<'a, T, Unflattened<S, A, Z>, Y::Reaxed<Unflattened<S, A, Z>>, K>
    where
        S: Unflatten<A, Z>,
    {
        let place = const { S::PLACE };
        let (new, dims) = (const { S::SIZES }, self.shape.dims());
        let mut sizes = removed(dims.sizes, place, 1);
        for &size in new.iter().rev() {
            sizes = inserted(sizes, place, size);
        }
        let layout = self.layout.reaxed(self.shape, |old: Strides| {
            let mut strides = removed(old, place, 0);
            let mut step = old[place].wrapping_mul(dims.sizes[place] as isize);
            for &size in new.iter().rev() {
                step = if size == 0 { 0 } else { step / size as isize };
                strides = inserted(strides, place, step);
            }
            strides
        });
        // The sizes multiply to the axis's by type, so the indices of the new axes, row by row, are the indices of the axis,
        // and that is how far their strides lead.
        self.part(0, run_time::shape(&sizes), layout)
    }

    /// As [`AxisMoves::move_axis`](crate::AxisMoves::move_axis), for as long as the view's own borrow.
    #[inline]
    pub fn move_axis<A, B>(self, _from: A, _to: B) -> View<'a, T, AxisMoved<S, A, B>, Strided, K>
    where
        S: MoveAxis<A, B>,
    {
        let (from, to) = const { (<S as Along<A, relocate>>::PLACE, <S as Along<B, reach>>::PLACE) };
        let (sizes, strides) = (self.shape.dims().sizes, self.strides_by_axis());
        let sizes = inserted(removed(sizes, from, 1), to, sizes[from]);
        let strides = inserted(removed(strides, from, 0), to, strides[from]);
        // An index leads to the element at the index with its numbers in the old order, since each has moved with its size
        // and its stride.
        self.part(0, run_time::shape(&sizes), Strided(strides))
    }

    /// As [`RunTimeNarrows::narrow_with`](crate::RunTimeNarrows::narrow_with), for as long as the view's own borrow.
    ///
    /// # Panics
    /// If the part ends beyond the axis, or if its name stands for another axis, of another size.
    #[inline]
    #[track_caller]
    pub fn narrow_with<A, D: Size>(
        self,
        axis: A,
        start: usize,
        size: D,
    ) -> View<'a, T, S::Output, Cut<S::Outer, S, Y, S::Output>, K>
    where
        S: NarrowWith<A, D>,
    {
        match self.try_narrow_with(axis, start, size) {
            Some(part) => part,
            None => {
                let mut sizes = self.shape.dims().sizes;
                let old = core::mem::replace(&mut sizes[S::PLACE], size.get());
                if start.checked_add(size.get()).is_some_and(|end| end <= old) {
                    run_time::shape::<S::Output>(&sizes);
                }
                outside("narrow", S::NUMBER, old, format_args!(" to {} elements from {start} on", size.get()))
            }
        }
    }

    /// As [`RunTimeNarrows::try_narrow_with`](crate::RunTimeNarrows::try_narrow_with), for as long as the view's own borrow.
    #[inline]
    pub fn try_narrow_with<A, D: Size>(
        self,
        _axis: A,
        start: usize,
        size: D,
    ) -> Option<View<'a, T, S::Output, Cut<S::Outer, S, Y, S::Output>, K>>
    where
        S: NarrowWith<A, D>,
    {
        let place = const { S::PLACE };
        let sizes = cut(self.shape.dims().sizes, place, start, size.get(), 1)?;
        // The name may stand for another axis of the shape, of another size.
        Some(self.starting_at::<S::Outer, _>(place, start, run_time::try_shape(&sizes).ok()?, |strides| strides))
    }

    /// As [`AxisWindows::windows`](crate::AxisWindows::windows), for as long as the view's own borrow.
    ///
    /// # Panics
    /// If a run-time axis is shorter than a window.
    #[inline]
    #[track_caller]
    pub fn windows<A, W: StaticSize>(self, axis: A, size: W) -> View<'a, T, Windowed<S, A, W, One>, Strided, K>
    where
        S: Windows<A, W, One>,
    {
        self.unfold(axis, size, One)
    }

    /// As [`AxisWindows::try_windows`](crate::AxisWindows::try_windows), for as long as the view's own borrow.
    #[inline]
    pub fn try_windows<A, W: StaticSize>(
        self,
        axis: A,
        size: W,
    ) -> Option<View<'a, T, Windowed<S, A, W, One>, Strided, K>>
    where
        S: Windows<A, W, One>,
    {
        self.try_unfold(axis, size, One)
    }

    /// As [`SteppedWindows::unfold`](crate::SteppedWindows::unfold), for as long as the view's own borrow.
    ///
    /// # Panics
    /// If a run-time axis is shorter than a window.
    #[inline]
    #[track_caller]
    pub fn unfold<A, W: StaticSize, P: StaticSize>(
        self,
        axis: A,
        size: W,
        step: P,
    ) -> View<'a, T, Windowed<S, A, W, P>, Strided, K>
    where
        S: Windows<A, W, P>,
    {
        let of = self.shape.dims().sizes[const { S::PLACE }];
        let Some(windows) = self.try_unfold(axis, size, step) else {
            outside("slide a window over", S::NUMBER, of, format_args!(" of {} elements", W::SIZE));
        };
        windows
    }

    /// As [`SteppedWindows::try_unfold`](crate::SteppedWindows::try_unfold), for as long as the view's own borrow.
    #[inline]
    pub fn try_unfold<A, W: StaticSize, P: StaticSize>(
        self,
        _axis: A,
        _size: W,
        _step: P,
    ) -> Option<View<'a, T, Windowed<S, A, W, P>, Strided, K>>
    where
        S: Windows<A, W, P>,
    {
        let place = const { S::PLACE };
        let (mut sizes, mut strides) = (self.shape.dims().sizes, self.strides_by_axis());
        let room = sizes[place].checked_sub(W::SIZE)?;
        sizes[place] = room / P::SIZE + 1;
        let step = strides[place];
        strides[place] = step.wrapping_mul(P::SIZE as isize);
        let (sizes, strides) = (inserted(sizes, 0, W::SIZE), inserted(strides, 0, step));
        // Element `j` of window `i` is element `i * step + j` of the axis, which is within it: the last window starts at
        // `room` or before. Windows overlap, which a view that only reads may.
        Some(self.part(0, run_time::shape(&sizes), Strided(strides)))
    }

    /// As [`AxisViews::diagonal`](super::AxisViews::diagonal), for as long as the view's own borrow.
    #[inline]
    pub fn diagonal(self) -> View<'a, T, S::Output, Strided, K>
    where
        S: Diagonal,
    {
        let (sizes, strides) = (self.shape.dims().sizes, self.strides_by_axis());
        let size = sizes[0].min(sizes[1]);
        let step = strides[0].wrapping_add(strides[1]);
        let mut sizes = removed(sizes, 0, 1);
        sizes[0] = size;
        let mut strides = removed(strides, 0, 0);
        strides[0] = step;
        // Index `i` of the diagonal is the index `[i, i]` of the matrix, within both of its sizes.
        self.part(0, run_time::shape(&sizes), Strided(strides))
    }
}

impl<'a, T, S: Shape, Y: Layout<S>, K: Kind<T>> View<'a, T, S, Y, K> {
    /// As [`meshgrid`](crate::meshgrid).
    #[inline]
    pub(crate) fn grid<'b, U, R: VectorShape, Z: Layout<R>, J: Kind<U>>(
        self,
        other: View<'b, U, R, Z, J>,
    ) -> (View<'a, T, GridOf<S, R>, Strided, K>, View<'b, U, GridOf<S, R>, Strided, J>)
    where
        S: VectorShape,
    {
        let (rows, columns) = (self.shape.dims().sizes[0], other.shape.dims().sizes[0]);
        let mut sizes = [1; MAX_RANK];
        (sizes[0], sizes[1]) = (columns, rows);
        let shape = run_time::shape(&sizes);
        let (mut down, mut across) = ([0; MAX_RANK], [0; MAX_RANK]);
        (down[1], across[0]) = (self.strides_by_axis()[0], other.strides_by_axis()[0]);
        // An index leads to the element of this vector at its first number.
        let rows = self.part(0, shape, Strided(down));
        // An index leads to the element of the other vector at its second number.
        let columns = other.part(0, shape, Strided(across));
        (rows, columns)
    }
}

/// The shape of a grid over two vectors.
type GridOf<S, R> = (((), <S as VectorShape>::Size), <R as VectorShape>::Size);
