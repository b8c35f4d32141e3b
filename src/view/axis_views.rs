//! Parts of axes, and axes taken apart or moved, of any operand: views that copy nothing.

use super::axis_iter::AxisIterOf;
use super::parts::Cut;
use super::{Layout, Operand, Strided, View};
use crate::Axis;
use crate::shape::parts::{
    AxisIndexed, AxisMoved, Chunk, Chunked, Diagonal, Flip, IndexAxis, MoveAxis, NarrowWith, Slice, Sliced, Split,
    Unflatten, Unflattened, Windowed, Windows,
};
use crate::shape::size::{Dim, One, Size, StaticSize};

/// Views of parts of axes: slices with a step, splits, chunks, single places, windows; and of axes flipped, moved or taken
/// apart. O(1) each, and nothing is copied. For every [`Operand`].
///
/// ```
/// use shaped::prelude::*;
/// let x: Tensor<i32, shape![2, 6]> = Tensor::arange();
/// let every_other_backwards = x.flip(Axis::<1>).slice(Axis::<1>, 0, Dim::<3>, Dim::<2>);
/// assert_eq!(every_other_backwards.to_tensor(), tensor![[5, 3, 1], [11, 9, 7]]);
/// ```
pub trait AxisViews: Operand {
    /// A part of an axis in steps: `[3, 9]` at `Axis::<1>` from 1 on, 4 elements in steps of 2 -> `[3, 4]`. NumPy's `x[:, 1:9:2]`. O(1),
    /// no copy.
    ///
    /// Size and step are part of the type; a slice that reaches beyond the axis from wherever it starts does not compile. To go
    /// backwards, [`flip`](AxisViews::flip) the axis first.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<i32, shape![9]> = Tensor::arange();
    /// assert_eq!(x.slice(Axis::<0>, 1, Dim::<4>, Dim::<2>).to_tensor(), tensor![1, 3, 5, 7]); // x[1:9:2]
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x: Tensor<i32, shape![9]> = Tensor::arange();
    /// x.slice(Axis::<0>, 0, Dim::<6>, Dim::<2>);
    /// ```
    ///
    /// # Panics
    /// If the slice ends beyond the axis.
    #[inline]
    #[track_caller]
    fn slice<const I: isize, D: StaticSize, K: StaticSize>(
        &self,
        axis: Axis<I>,
        start: usize,
        size: D,
        step: K,
    ) -> View<'_, Self::Elem, Sliced<Self::Shape, Axis<I>, D, K>, Strided>
    where
        Self::Shape: Slice<Axis<I>, D, K>,
    {
        self.view().slice(axis, start, size, step)
    }

    /// As [`slice`](AxisViews::slice), or `None` if the slice ends beyond the axis.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert!(tensor![1, 2, 3, 4].try_slice(Axis::<0>, 2, Dim::<2>, Dim::<2>).is_none());
    /// ```
    #[inline]
    fn try_slice<const I: isize, D: StaticSize, K: StaticSize>(
        &self,
        axis: Axis<I>,
        start: usize,
        size: D,
        step: K,
    ) -> Option<View<'_, Self::Elem, Sliced<Self::Shape, Axis<I>, D, K>, Strided>>
    where
        Self::Shape: Slice<Axis<I>, D, K>,
    {
        self.view().try_slice(axis, start, size, step)
    }

    /// The same elements from last to first along an axis, or a tuple of up to four. NumPy's `np.flip(x, 0)`, PyTorch's `x.flip(0)`;
    /// unlike PyTorch's, a view: O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.flip(Axis::<1>).to_tensor(), tensor![[3, 2, 1], [6, 5, 4]]);
    /// assert_eq!(x.flip((Axis::<0>, Axis::<1>)).strides(), [-3, -1]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 2, 3].flip(Axis::<1>);
    /// ```
    #[inline]
    fn flip<A>(&self, axes: A) -> View<'_, Self::Elem, Self::Shape, Strided>
    where
        Self::Shape: Flip<A>,
    {
        self.view().flip(axes)
    }

    /// Both parts of an axis: `[3, 10]` at `Axis::<1>` after 4 -> `[3, 4]` and `[3, 6]`. NumPy's `np.split(x, [4], 1)`, PyTorch's
    /// `x.split([4, 6], 1)`. The second size is computed by type. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// let (first, rest) = x.split_at(Axis::<1>, One);
    /// assert_eq!((first.to_tensor(), rest.to_tensor()), (tensor![[1], [4]], tensor![[2, 3], [5, 6]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2, 3], [4, 5, 6]].split_at(Axis::<1>, Dim::<4>);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis is shorter than the first part.
    #[inline]
    #[track_caller]
    #[allow(clippy::type_complexity)]
    fn split_at<const I: isize, D: StaticSize>(
        &self,
        axis: Axis<I>,
        size: D,
    ) -> (
        View<
            '_,
            Self::Elem,
            <Self::Shape as Split<Axis<I>, D>>::First,
            Cut<
                <Self::Shape as Split<Axis<I>, D>>::Outer,
                Self::Shape,
                Self::Layout,
                <Self::Shape as Split<Axis<I>, D>>::First,
            >,
        >,
        View<
            '_,
            Self::Elem,
            <Self::Shape as Split<Axis<I>, D>>::Rest,
            Cut<
                <Self::Shape as Split<Axis<I>, D>>::Outer,
                Self::Shape,
                Self::Layout,
                <Self::Shape as Split<Axis<I>, D>>::Rest,
            >,
        >,
    )
    where
        Self::Shape: Split<Axis<I>, D>,
    {
        self.view().split_at(axis, size)
    }

    /// An axis as equal parts: `[2, 12]` at `Axis::<1>`, `Dim::<3>` of them -> three times `[2, 4]`, an array. PyTorch's
    /// `x.chunk(3, 1)`, NumPy's `np.split(x, 3, 1)`; the number must divide the size, which is checked by type. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![2, 5, 192]> = Tensor::zeros();
    /// let [q, k, v] = x.chunks(Axis::<-1>, Dim::<3>);
    /// assert_eq!((q.sizes(), k.sizes(), v.sizes()), ([2, 5, 64], [2, 5, 64], [2, 5, 64]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 2, 3, 4].chunks(Axis::<0>, Dim::<3>);
    /// ```
    ///
    /// # Panics
    /// If the number of parts does not divide the size of a run-time axis.
    #[inline]
    #[track_caller]
    #[allow(clippy::type_complexity)]
    fn chunks<const I: isize, const N: usize>(
        &self,
        axis: Axis<I>,
        count: Dim<N>,
    ) -> [View<
        '_,
        Self::Elem,
        Chunked<Self::Shape, Axis<I>, Dim<N>>,
        Cut<
            <Self::Shape as Chunk<Axis<I>, Dim<N>>>::Outer,
            Self::Shape,
            Self::Layout,
            Chunked<Self::Shape, Axis<I>, Dim<N>>,
        >,
    >; N]
    where
        Self::Shape: Chunk<Axis<I>, Dim<N>>,
    {
        self.view().chunks(axis, count)
    }

    /// One place of an axis, without the axis: `[4, 3, 2]` at `Axis::<1>`, 0 -> `[4, 2]`. NumPy's `x[:, 0]`, PyTorch's
    /// `x.select(1, 0)`. O(1), no copy; the outermost axis of what lies row by row gives what lies row by row.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.index_axis(Axis::<0>, 1).as_slice(), [4, 5, 6]);
    /// assert_eq!(x.index_axis(Axis::<-1>, 0).to_tensor(), tensor![1, 4]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2, 3], [4, 5, 6]].index_axis(Axis::<2>, 0);
    /// ```
    ///
    /// # Panics
    /// If there is no such place on the axis.
    #[inline]
    #[track_caller]
    #[allow(clippy::type_complexity)]
    fn index_axis<const I: isize>(
        &self,
        axis: Axis<I>,
        index: usize,
    ) -> View<
        '_,
        Self::Elem,
        AxisIndexed<Self::Shape, Axis<I>>,
        Cut<<Self::Shape as IndexAxis<Axis<I>>>::Outer, Self::Shape, Self::Layout, AxisIndexed<Self::Shape, Axis<I>>>,
    >
    where
        Self::Shape: IndexAxis<Axis<I>>,
    {
        self.view().index_axis(axis, index)
    }

    /// As [`index_axis`](AxisViews::index_axis), or `None` if there is no such place on the axis.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert!(tensor![1, 2, 3].try_index_axis(Axis::<0>, 3).is_none());
    /// ```
    #[inline]
    #[allow(clippy::type_complexity)]
    fn try_index_axis<const I: isize>(
        &self,
        axis: Axis<I>,
        index: usize,
    ) -> Option<
        View<
            '_,
            Self::Elem,
            AxisIndexed<Self::Shape, Axis<I>>,
            Cut<
                <Self::Shape as IndexAxis<Axis<I>>>::Outer,
                Self::Shape,
                Self::Layout,
                AxisIndexed<Self::Shape, Axis<I>>,
            >,
        >,
    >
    where
        Self::Shape: IndexAxis<Axis<I>>,
    {
        self.view().try_index_axis(axis, index)
    }

    /// The places of the outermost axis in turn: of `[4, 3]`, four times `[3]`. What `for row in x` gives in NumPy and PyTorch; ndarray's
    /// `outer_iter`. No copy. The axis may be a run-time one.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// let x = Tensor::<f32, shape![Batch, 3]>::from_fn_with(Batch(2), |[i, j]| (3 * i + j) as f32);
    /// let sums: Vec<f32> = x.outer_iter().map(|row| row.sum_all()).collect();
    /// assert_eq!(sums, [3.0, 12.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![]>::zeros().outer_iter();
    /// ```
    #[inline]
    fn outer_iter(&self) -> AxisIterOf<'_, Self::Elem, Self::Shape, Self::Layout, Axis<0>>
    where
        Self::Shape: IndexAxis<Axis<0>>,
    {
        self.view().outer_iter()
    }

    /// The places of an axis in turn, without the axis: of `[4, 3]` at `Axis::<1>`, three times `[4]`. PyTorch's `x.unbind(1)`, ndarray's
    /// `axis_iter`. No copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// let columns: Vec<_> = x.axis_iter(Axis::<1>).map(|column| column.to_tensor()).collect();
    /// assert_eq!(columns, [tensor![1, 4], tensor![2, 5], tensor![3, 6]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2, 3], [4, 5, 6]].axis_iter(Axis::<-3>);
    /// ```
    #[inline]
    fn axis_iter<const I: isize>(&self, axis: Axis<I>) -> AxisIterOf<'_, Self::Elem, Self::Shape, Self::Layout, Axis<I>>
    where
        Self::Shape: IndexAxis<Axis<I>>,
    {
        self.view().axis_iter(axis)
    }

    /// An axis taken apart into several: `[5, 6]` at `Axis::<1>` into `(Dim::<2>, Dim::<3>)` -> `[5, 2, 3]`. PyTorch's
    /// `x.unflatten(1, (2, 3))`. The sizes multiply to the axis's, which is checked by type. O(1), no copy, of any layout.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![8, 10, 768]> = Tensor::zeros();
    /// let heads = x.unflatten(Axis::<-1>, (Dim::<12>, Dim::<64>)).swap_axes(Axis::<1>, Axis::<2>);
    /// assert_eq!(heads.sizes(), [8, 12, 10, 64]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![8, 10, 768]>::zeros().unflatten(Axis::<-1>, (Dim::<12>, Dim::<65>));
    /// ```
    #[inline]
    fn unflatten<const I: isize, Z>(
        &self,
        axis: Axis<I>,
        sizes: Z,
    ) -> View<
        '_,
        Self::Elem,
        Unflattened<Self::Shape, Axis<I>, Z>,
        <Self::Layout as Layout<Self::Shape>>::Reaxed<Unflattened<Self::Shape, Axis<I>, Z>>,
    >
    where
        Self::Shape: Unflatten<Axis<I>, Z>,
    {
        self.view().unflatten(axis, sizes)
    }

    /// The same elements with an axis at another place, the others in their order: `[2, 3, 5]` from `Axis::<0>` to `Axis::<-1>` ->
    /// `[3, 5, 2]`. NumPy's `np.moveaxis(x, 0, -1)`, PyTorch's `x.movedim(0, -1)`. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let images: Tensor<u8, shape![8, 480, 640, 3]> = Tensor::zeros();
    /// assert_eq!(images.move_axis(Axis::<-1>, Axis::<1>).sizes(), [8, 3, 480, 640]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2, 3], [4, 5, 6]].move_axis(Axis::<0>, Axis::<2>);
    /// ```
    #[inline]
    fn move_axis<const I: isize, const J: isize>(
        &self,
        from: Axis<I>,
        to: Axis<J>,
    ) -> View<'_, Self::Elem, AxisMoved<Self::Shape, Axis<I>, Axis<J>>, Strided>
    where
        Self::Shape: MoveAxis<Axis<I>, Axis<J>>,
    {
        self.view().move_axis(from, to)
    }

    /// A part of an axis whose size is known when the program runs: `[Batch, Seq, 64]` at `Axis::<1>` from 2 on, `Seq(n)` ->
    /// `[Batch, Seq, 64]`. PyTorch's `x.narrow(1, 2, n)`, NumPy's `x[:, 2:2 + n]`. O(1), no copy. The axis gets the name that is given; for a
    /// size that is known when the program is compiled there is [`narrow`](Operand::narrow).
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Seq);
    /// let cache: Tensor<i32, shape![2, 512]> = Tensor::zeros();
    /// let used: View<i32, shape![2, Seq], _> = cache.narrow_with(Axis::<1>, 0, Seq(17));
    /// assert_eq!(used.sizes(), [2, 17]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<i32, shape![2, 512]>::zeros().narrow_with(Axis::<1>, 0, Dim::<17>);
    /// ```
    ///
    /// # Panics
    /// If the part ends beyond the axis.
    #[inline]
    #[track_caller]
    #[allow(clippy::type_complexity)]
    fn narrow_with<const I: isize, D: Size>(
        &self,
        axis: Axis<I>,
        start: usize,
        size: D,
    ) -> View<
        '_,
        Self::Elem,
        <Self::Shape as NarrowWith<Axis<I>, D>>::Output,
        Cut<
            <Self::Shape as NarrowWith<Axis<I>, D>>::Outer,
            Self::Shape,
            Self::Layout,
            <Self::Shape as NarrowWith<Axis<I>, D>>::Output,
        >,
    >
    where
        Self::Shape: NarrowWith<Axis<I>, D>,
    {
        self.view().narrow_with(axis, start, size)
    }

    /// As [`narrow_with`](AxisViews::narrow_with), or `None` if the part ends beyond the axis.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Seq);
    /// assert!(tensor![1, 2, 3].try_narrow_with(Axis::<0>, 2, Seq(2)).is_none());
    /// ```
    #[inline]
    #[allow(clippy::type_complexity)]
    fn try_narrow_with<const I: isize, D: Size>(
        &self,
        axis: Axis<I>,
        start: usize,
        size: D,
    ) -> Option<
        View<
            '_,
            Self::Elem,
            <Self::Shape as NarrowWith<Axis<I>, D>>::Output,
            Cut<
                <Self::Shape as NarrowWith<Axis<I>, D>>::Outer,
                Self::Shape,
                Self::Layout,
                <Self::Shape as NarrowWith<Axis<I>, D>>::Output,
            >,
        >,
    >
    where
        Self::Shape: NarrowWith<Axis<I>, D>,
    {
        self.view().try_narrow_with(axis, start, size)
    }

    /// All windows on an axis, each on a new last axis: `[2, 10]` at `Axis::<1>`, of size 3 -> `[2, 8, 3]`. NumPy's
    /// `np.lib.stride_tricks.sliding_window_view(x, 3, 1)`, PyTorch's `x.unfold(1, 3, 1)`. O(1), no copy: windows share their elements.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![1.0, 2.0, 4.0, 8.0];
    /// assert_eq!(x.windows(Axis::<0>, Dim::<2>).sum(Axis::<-1>), tensor![3.0, 6.0, 12.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1.0, 2.0, 4.0, 8.0].windows(Axis::<0>, Dim::<5>);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis is shorter than a window.
    #[inline]
    #[track_caller]
    fn windows<const I: isize, W: StaticSize>(
        &self,
        axis: Axis<I>,
        size: W,
    ) -> View<'_, Self::Elem, Windowed<Self::Shape, Axis<I>, W, One>, Strided>
    where
        Self::Shape: Windows<Axis<I>, W, One>,
    {
        self.view().windows(axis, size)
    }

    /// Windows on an axis that start every so many elements: `[2, 10]` at `Axis::<1>`, of size 3 in steps of 2 -> `[2, 4, 3]`. What is left
    /// over at the end is in no window. PyTorch's `x.unfold(1, 3, 2)`. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![1, 2, 3, 4, 5];
    /// assert_eq!(x.unfold(Axis::<0>, Dim::<3>, Dim::<2>).to_tensor(), tensor![[1, 2, 3], [3, 4, 5]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 2, 3, 4, 5].unfold(Axis::<0>, Dim::<3>, Dim::<0>);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis is shorter than a window.
    #[inline]
    #[track_caller]
    fn unfold<const I: isize, W: StaticSize, K: StaticSize>(
        &self,
        axis: Axis<I>,
        size: W,
        step: K,
    ) -> View<'_, Self::Elem, Windowed<Self::Shape, Axis<I>, W, K>, Strided>
    where
        Self::Shape: Windows<Axis<I>, W, K>,
    {
        self.view().unfold(axis, size, step)
    }

    /// The diagonal of the last two axes: `[5, 3, 4]` -> `[5, 3]`. NumPy's `np.diagonal(x, 0, -2, -1)`, PyTorch's `x.diagonal(0, -2, -1)`. O(1),
    /// no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![[1, 2, 3], [4, 5, 6]].diagonal().to_tensor(), tensor![1, 5]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 2, 3].diagonal();
    /// ```
    #[inline]
    fn diagonal(&self) -> View<'_, Self::Elem, <Self::Shape as Diagonal>::Output, Strided>
    where
        Self::Shape: Diagonal,
    {
        self.view().diagonal()
    }
}

impl<X: Operand + ?Sized> AxisViews for X {}
