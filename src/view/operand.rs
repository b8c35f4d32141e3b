//! What can be read from any tensor or view.

use super::narrow::PartOf;
use super::{Iter, Layout, RowMajor, Strided, View, ViewMut};
use crate::expr::lazy::Lazy;
use crate::ops::reduce::{self as op, Reduction};
use crate::shape::axes::{Rank, Squeeze, Squeezed, Unsqueeze, Unsqueezed};
use crate::shape::broadcast::{Broadcast, BroadcastTo, Broadcasted};
use crate::shape::diagnostics::Contiguous;
#[cfg(feature = "alloc")]
use crate::shape::join::{Concat, Concatenated, Stack, Stacked};
use crate::shape::list::Sizes;
use crate::shape::narrow::{Narrow, Narrowed};
use crate::shape::permute::{AxesSwapped, Permute, Permuted, SwapAxes, Transpose, Transposed};
#[cfg(feature = "alloc")]
use crate::shape::reduce::{Reduce, Reduced, ReducedKeepDim};
use crate::shape::reshape::{AxesFlattened, Flatten, FlattenAxes, Flattened, Reshape};
use crate::shape::size::StaticSize;
use crate::shape::{Shape, StaticShape, run_time};
#[cfg(feature = "alloc")]
use crate::{
    Tensor,
    expr::{self, node::Closure},
};

/// The strides of a shape, outermost axis first.
pub(crate) type StridesOf<S> = <<S as Shape>::Rank as Rank>::Array<isize>;

/// Anything that has a shape and can be read: [`Tensor`](crate::Tensor), [`Inline`](crate::Inline), [`View`],
/// [`ViewMut`](crate::ViewMut), and references to them.
///
/// Its methods work on all of them alike. It is sealed: the types of this crate are all there are.
pub trait Operand: sealed::Sealed {
    /// The type of an element.
    type Elem;
    /// The shape.
    type Shape: Shape;
    /// How the elements lie in memory.
    #[doc(hidden)]
    type Layout: Layout<Self::Shape>;

    /// The same elements as a view. O(1), no copy.
    fn view(&self) -> View<'_, Self::Elem, Self::Shape, Self::Layout>;

    /// The sizes, outermost axis first. NumPy's `x.shape`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(Tensor::<f32, shape![4, 32, 1]>::zeros().sizes(), [4, 32, 1]);
    /// ```
    #[inline]
    fn sizes(&self) -> Sizes<Self::Shape> {
        self.view().shape().sizes()
    }

    /// The strides in elements, outermost axis first; 0 for a stretched axis. PyTorch's `x.stride()`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![32, 1, 1]> = Tensor::zeros();
    /// assert_eq!(x.strides(), [1, 1, 1]);
    /// assert_eq!(x.broadcast_to::<shape![4, 32, 14, 14]>().strides(), [0, 1, 0, 0]);
    /// ```
    #[inline]
    fn strides(&self) -> StridesOf<Self::Shape> {
        let from = self.view().strides_by_axis();
        let mut strides = <<Self::Shape as Shape>::Rank as Rank>::fill(0);
        for (to, from) in strides.as_mut().iter_mut().rev().zip(from) {
            *to = from;
        }
        strides
    }

    /// The number of elements, stretched ones counted as often as they are read. NumPy's `x.size`.
    #[inline]
    fn numel(&self) -> usize {
        self.view().shape().numel()
    }

    /// The number of axes. NumPy's `x.ndim`.
    #[inline]
    fn rank(&self) -> usize {
        Self::Shape::RANK
    }

    /// The element at an index, or `None` outside the shape. An index with the wrong number of axes does not compile.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// assert_eq!((x.get([1, 0]), x.get([2, 0])), (Some(&3), None));
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use shaped::prelude::*;
    /// tensor![[1, 2], [3, 4]].get([1]);
    /// ```
    #[inline]
    fn get(&self, index: Sizes<Self::Shape>) -> Option<&Self::Elem> {
        self.view().element(index.as_ref())
    }

    /// The elements in row-major order, stretched ones as often as they are read. NumPy's `x.flat`.
    #[inline]
    fn iter(&self) -> Iter<'_, Self::Elem> {
        Iter::new(&self.view())
    }

    /// The elements copied to a new tensor. PyTorch's `x.contiguous()` or `x.clone()`.
    #[cfg(feature = "alloc")]
    #[inline]
    fn to_tensor(&self) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: Clone,
    {
        Tensor::from_parts(expr::copy(self), self.view().shape())
    }

    /// A function of each element, in row-major order. NumPy's `np.vectorize(f)(x)`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![1.0, 4.0, 9.0].map(f64::sqrt), tensor![1.0, 2.0, 3.0]);
    /// ```
    #[cfg(feature = "alloc")]
    #[inline]
    fn map<U>(&self, f: impl FnMut(Self::Elem) -> U) -> Tensor<U, Self::Shape>
    where
        Self::Elem: Clone,
    {
        Tensor::from_parts(expr::unary(self, Closure(f)), self.view().shape())
    }

    /// A function of each pair of elements, with broadcasting: `[4, 1]` with `[3]` -> `[4, 3]`. Allocates the result only.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let larger = tensor![[1], [5]].zip_with(&tensor![2, 4, 6], |a: i32, b| a.max(b));
    /// assert_eq!(larger, tensor![[2, 4, 6], [5, 5, 6]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 5].zip_with(&tensor![2, 4, 6], |a: i32, b: i32| a.max(b));
    /// ```
    #[cfg(feature = "alloc")]
    #[inline]
    fn zip_with<R: Operand, U>(
        &self,
        rhs: &R,
        f: impl FnMut(Self::Elem, R::Elem) -> U,
    ) -> Tensor<U, Broadcasted<Self::Shape, R::Shape>>
    where
        Self::Elem: Clone,
        R::Elem: Clone,
        Self::Shape: Broadcast<R::Shape>,
    {
        let (buffer, shape) = expr::binary(self, rhs, Closure(f));
        Tensor::from_parts(buffer, shape)
    }

    /// The start of a lazy expression: operators and functions on it are only noted, and run in one pass without temporaries by
    /// `eval`, `assign_to`, `+=` or a reduction. O(1), no copy.
    ///
    /// Operands are stretched as they are in eager operations, and what does not fit does not compile.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![32, 64, 28, 28]> = Tensor::arange();
    /// let (scale, shift) = (Tensor::<f32, shape![64, 1, 1]>::full(2.0), Tensor::<f32, shape![64, 1, 1]>::ones());
    /// let y = (x.lazy() * &scale + &shift).eval(); // one loop; allocates y and nothing else
    /// assert_eq!(y[[0, 0, 0, 5]], 11.0);
    /// let mean = (x.lazy() - &y).mean(Axis::<1>); // no temporary
    /// assert_eq!(mean.sizes(), [32, 28, 28]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![32, 64, 28, 28]> = Tensor::arange();
    /// let scale = Tensor::<f32, shape![64]>::ones();
    /// let y = (x.lazy() * &scale).eval();
    /// ```
    #[inline]
    fn lazy(&self) -> Lazy<View<'_, Self::Elem, Self::Shape, Self::Layout>, Self::Shape>
    where
        Self::Elem: Clone,
    {
        Lazy::over(self.view())
    }

    /// The same elements read as shape `O`: axes of size 1 are stretched, missing ones added outside. NumPy's
    /// `np.broadcast_to(x, shape)`, PyTorch's `x.expand(…)`. O(1), no copy; the view can only be read.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let bias: Tensor<f32, shape![32, 1, 1]> = Tensor::ones();
    /// let view = bias.broadcast_to::<shape![4, 32, 14, 14]>();
    /// assert_eq!(view.numel(), 25088);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let bias: Tensor<f32, shape![32]> = Tensor::ones();
    /// bias.broadcast_to::<shape![4, 32, 14, 14]>();
    /// ```
    #[inline]
    fn broadcast_to<O: StaticShape>(
        &self,
    ) -> View<'_, Self::Elem, O, <Self::Layout as Layout<Self::Shape>>::StretchedTo<O>>
    where
        Self::Shape: BroadcastTo<O>,
    {
        self.view().broadcast_to()
    }

    /// The same elements read as the shape of another operand. PyTorch's `x.expand_as(other)`. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let pixels: Tensor<f32, shape![4, 3, 8, 8]> = Tensor::zeros();
    /// assert_eq!(Tensor::<f32, shape![3, 1, 1]>::ones().expand_as(&pixels).sizes(), pixels.sizes());
    /// ```
    #[inline]
    fn expand_as<R: Operand>(
        &self,
        other: &R,
    ) -> View<'_, Self::Elem, R::Shape, <Self::Layout as Layout<Self::Shape>>::StretchedTo<R::Shape>>
    where
        Self::Shape: BroadcastTo<R::Shape>,
    {
        self.view().expand_as(other)
    }

    /// Both operands read as the shape that they broadcast to. NumPy's `np.broadcast_arrays(a, b)`. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (column, row) = (tensor![[1], [2]], tensor![10, 20, 30]);
    /// let (a, b) = column.broadcast_with(&row);
    /// assert_eq!((a[[1, 2]], b[[1, 2]]), (2, 30));
    /// ```
    #[inline]
    fn broadcast_with<'a, R: Operand>(
        &'a self,
        other: &'a R,
    ) -> (
        View<
            'a,
            Self::Elem,
            Broadcasted<Self::Shape, R::Shape>,
            <Self::Layout as Layout<Self::Shape>>::StretchedTo<Broadcasted<Self::Shape, R::Shape>>,
        >,
        View<
            'a,
            R::Elem,
            Broadcasted<Self::Shape, R::Shape>,
            <R::Layout as Layout<R::Shape>>::StretchedTo<Broadcasted<Self::Shape, R::Shape>>,
        >,
    )
    where
        Self::Shape: Broadcast<R::Shape>,
    {
        let (left, right) = (self.view(), other.view());
        let shape = run_time::broadcast(left.shape(), right.shape());
        // SAFETY: the shape is the result of broadcasting the two.
        let left = unsafe { left.stretch_to_joint(shape) };
        // SAFETY: as above.
        let right = unsafe { right.stretch_to_joint(shape) };
        (left, right)
    }

    /// The same elements with a new axis of size 1, counted in the result: `[4, 3]` at `Axis::<1>` -> `[4, 1, 3]`. PyTorch's
    /// `x.unsqueeze(1)`, NumPy's `np.expand_dims(x, 1)`. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let per_class = tensor![1.0, 2.0, 3.0, 4.0];
    /// let scores: Tensor<f64, shape![4, 32, 8]> = Tensor::zeros();
    /// let curved = &scores + per_class.unsqueeze(Axis::<-1>).unsqueeze(Axis::<-1>);
    /// assert_eq!(curved[[3, 0, 0]], 4.0);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1.0, 2.0].unsqueeze(Axis::<2>);
    /// ```
    #[inline]
    fn unsqueeze<const I: isize>(
        &self,
        axis: crate::Axis<I>,
    ) -> View<
        '_,
        Self::Elem,
        Unsqueezed<Self::Shape, crate::Axis<I>>,
        <Self::Layout as Layout<Self::Shape>>::Reaxed<Unsqueezed<Self::Shape, crate::Axis<I>>>,
    >
    where
        Self::Shape: Unsqueeze<crate::Axis<I>>,
    {
        self.view().unsqueeze(axis)
    }

    /// The same elements without an axis of size 1: `[4, 1, 3]` at `Axis::<1>` -> `[4, 3]`. PyTorch's and NumPy's
    /// `squeeze(1)`; an axis of any other size does not compile. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![4, 1, 3]> = Tensor::zeros();
    /// assert_eq!(x.squeeze(Axis::<1>).sizes(), [4, 3]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![4, 1, 3]>::zeros().squeeze(Axis::<0>);
    /// ```
    #[inline]
    fn squeeze<const I: isize>(
        &self,
        axis: crate::Axis<I>,
    ) -> View<
        '_,
        Self::Elem,
        Squeezed<Self::Shape, crate::Axis<I>>,
        <Self::Layout as Layout<Self::Shape>>::Reaxed<Squeezed<Self::Shape, crate::Axis<I>>>,
    >
    where
        Self::Shape: Squeeze<crate::Axis<I>>,
    {
        self.view().squeeze(axis)
    }

    reductions!();
    /// The same elements with the axes in another order: `[2, 3, 5]` by `axes![2, 0, 1]` -> `[5, 2, 3]`. Each axis is named once;
    /// a missing or repeated one does not compile. NumPy's `x.transpose(2, 0, 1)`, PyTorch's `x.permute(2, 0, 1)`. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let pixels: Tensor<u8, shape![480, 640, 3]> = Tensor::zeros(); // height, width, channel
    /// assert_eq!(pixels.permute(axes![2, 0, 1]).sizes(), [3, 480, 640]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let pixels: Tensor<u8, shape![480, 640, 3]> = Tensor::zeros();
    /// pixels.permute(axes![2, 0, 0]);
    /// ```
    #[inline]
    fn permute<A>(&self, axes: A) -> View<'_, Self::Elem, Permuted<Self::Shape, A>, Strided>
    where
        Self::Shape: Permute<A>,
    {
        self.view().permute(axes)
    }

    /// The same elements with the last two axes exchanged: `[4, 2, 3]` -> `[4, 3, 2]`. NumPy's `x.mT`, PyTorch's
    /// `x.transpose(-2, -1)`. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.transpose().to_tensor(), tensor![[1, 4], [2, 5], [3, 6]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 2, 3].transpose();
    /// ```
    #[inline]
    fn transpose(&self) -> View<'_, Self::Elem, Transposed<Self::Shape>, Strided>
    where
        Self::Shape: Transpose,
    {
        self.view().transpose()
    }

    /// The same elements with two axes exchanged: `[2, 3, 5]` at `Axis::<0>, Axis::<2>` -> `[5, 3, 2]`. NumPy's
    /// `np.swapaxes(x, 0, 2)`, PyTorch's `x.transpose(0, 2)`. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![2, 3, 5]> = Tensor::zeros();
    /// assert_eq!(x.swap_axes(Axis::<0>, Axis::<-1>).sizes(), [5, 3, 2]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![2, 3, 5]>::zeros().swap_axes(Axis::<0>, Axis::<3>);
    /// ```
    #[inline]
    fn swap_axes<const I: isize, const J: isize>(
        &self,
        a: crate::Axis<I>,
        b: crate::Axis<J>,
    ) -> View<'_, Self::Elem, AxesSwapped<Self::Shape, crate::Axis<I>, crate::Axis<J>>, Strided>
    where
        Self::Shape: SwapAxes<crate::Axis<I>, crate::Axis<J>>,
    {
        self.view().swap_axes(a, b)
    }

    /// The same elements, row by row, in another shape of as many: `[2, 6]` -> `[3, 4]`. NumPy's and PyTorch's `reshape`, but it
    /// never copies: what does not lie row by row (a transposed or stretched view) does not compile, and
    /// `to_tensor().into_shape()` says that a copy is meant. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<i32, shape![2, 6]> = Tensor::arange();
    /// assert_eq!(x.reshape::<shape![3, 4]>()[[1, 0]], 4);
    /// assert_eq!(x.transpose().to_tensor().into_shape::<shape![3, 4]>()[[0, 1]], 6);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x: Tensor<i32, shape![2, 6]> = Tensor::arange();
    /// x.reshape::<shape![5, 2]>();
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x: Tensor<i32, shape![2, 6]> = Tensor::arange();
    /// x.transpose().reshape::<shape![3, 4]>();
    /// ```
    #[inline]
    fn reshape<O: Shape>(&self) -> View<'_, Self::Elem, O>
    where
        Self::Shape: Reshape<O>,
        Self::Layout: Contiguous<<Self::Shape as Shape>::Shown>,
    {
        self.view().reshape()
    }

    /// The same elements, row by row, on one axis: `[7, 7, 512]` -> `[25088]`. NumPy's `x.ravel()`, PyTorch's `x.flatten()`. The
    /// shape is static and the elements lie row by row, as for [`reshape`](Operand::reshape). O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// assert_eq!(x.flatten().to_tensor(), tensor![1, 2, 3, 4]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2], [3, 4]].transpose().flatten();
    /// ```
    #[inline]
    fn flatten(&self) -> View<'_, Self::Elem, Flattened<Self::Shape>>
    where
        Self::Shape: Flatten,
        Self::Layout: Contiguous<<Self::Shape as Shape>::Shown>,
    {
        self.view().flatten()
    }

    /// The same elements with one axis in place of all axes from one to another: `[8, 7, 7, 512]` at `Axis::<1>, Axis::<-1>` ->
    /// `[8, 25088]`. PyTorch's `x.flatten(1, -1)`. The elements lie row by row, as for [`reshape`](Operand::reshape). O(1), no
    /// copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// let x = Tensor::<f32, shape![Batch, 7, 7, 512]>::zeros_with(Batch(2));
    /// let y: View<f32, shape![Batch, 25088]> = x.flatten_axes(Axis::<1>, Axis::<-1>);
    /// assert_eq!(y.sizes(), [2, 25088]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![8, 7, 7, 512]>::zeros().flatten_axes(Axis::<2>, Axis::<1>);
    /// ```
    #[inline]
    fn flatten_axes<const I: isize, const J: isize>(
        &self,
        from: crate::Axis<I>,
        to: crate::Axis<J>,
    ) -> View<'_, Self::Elem, AxesFlattened<Self::Shape, crate::Axis<I>, crate::Axis<J>>>
    where
        Self::Shape: FlattenAxes<crate::Axis<I>, crate::Axis<J>>,
        Self::Layout: Contiguous<<Self::Shape as Shape>::Shown>,
    {
        self.view().flatten_axes(from, to)
    }

    /// A part of an axis: `[4, 3]` at `Axis::<0>` from 1 on, of size 2 -> `[2, 3]`. PyTorch's `x.narrow(0, 1, 2)`, NumPy's
    /// `x[1:3]`. O(1), no copy. A part of the outermost axis of what lies row by row lies row by row too.
    ///
    /// The size is part of the type, and is a value: `One`, `Dim::<2>`, `<dim!(4096)>::default()`. A part that is longer than
    /// the axis does not compile; where it starts is known when the program runs.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[0, 1, 2], [3, 4, 5], [6, 7, 8]];
    /// assert_eq!(x.narrow(Axis::<0>, 1, Dim::<2>).to_tensor(), tensor![[3, 4, 5], [6, 7, 8]]);
    /// assert_eq!(x.narrow(Axis::<-1>, 0, One).squeeze(Axis::<-1>).to_tensor(), tensor![0, 3, 6]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 2, 3].narrow(Axis::<0>, 0, Dim::<4>);
    /// ```
    ///
    /// # Panics
    /// If the part ends beyond the axis.
    #[inline]
    #[track_caller]
    fn narrow<const I: isize, D: StaticSize>(
        &self,
        axis: crate::Axis<I>,
        start: usize,
        size: D,
    ) -> View<
        '_,
        Self::Elem,
        Narrowed<Self::Shape, crate::Axis<I>, D>,
        PartOf<Self::Shape, Self::Layout, crate::Axis<I>, D>,
    >
    where
        Self::Shape: Narrow<crate::Axis<I>, D>,
    {
        self.view().narrow(axis, start, size)
    }

    /// As [`narrow`](Operand::narrow), or `None` if the part ends beyond the axis.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert!(tensor![1, 2, 3].try_narrow(Axis::<0>, 2, Dim::<2>).is_none());
    /// ```
    #[inline]
    fn try_narrow<const I: isize, D: StaticSize>(
        &self,
        axis: crate::Axis<I>,
        start: usize,
        size: D,
    ) -> Option<
        View<
            '_,
            Self::Elem,
            Narrowed<Self::Shape, crate::Axis<I>, D>,
            PartOf<Self::Shape, Self::Layout, crate::Axis<I>, D>,
        >,
    >
    where
        Self::Shape: Narrow<crate::Axis<I>, D>,
    {
        self.view().try_narrow(axis, start, size)
    }

    /// Both operands next to each other along an axis: `[4, 3]` and `[2, 3]` along `Axis::<0>` -> `[6, 3]`. All other axes are equal;
    /// nothing is stretched. NumPy's `np.concatenate([x, y], 0)`, PyTorch's `torch.cat([x, y], 0)`. Copies both into a new tensor.
    ///
    /// A named axis grows by one of its own name or by a static size, and keeps its name: `[Batch, Seq, 64]` and `[Batch, 1, 64]` along
    /// `Axis::<1>` -> `[Batch, Seq, 64]`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// assert_eq!(x.concat(&tensor![[5, 6]], Axis::<0>), tensor![[1, 2], [3, 4], [5, 6]]);
    /// assert_eq!(x.concat(&tensor![[5], [6]], Axis::<-1>), tensor![[1, 2, 5], [3, 4, 6]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2], [3, 4]].concat(&tensor![[5, 6]], Axis::<1>);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis has two sizes.
    #[cfg(feature = "alloc")]
    fn concat<const I: isize, R: Operand<Elem = Self::Elem>>(
        &self,
        other: &R,
        _axis: crate::Axis<I>,
    ) -> Tensor<Self::Elem, Concatenated<Self::Shape, R::Shape, crate::Axis<I>>>
    where
        Self::Elem: Clone,
        Self::Shape: Concat<R::Shape, crate::Axis<I>>,
    {
        let (left, right) = (self.view().shape(), other.view().shape());
        let place = <Self::Shape as Concat<R::Shape, crate::Axis<I>>>::PLACE;
        let shape = run_time::joined(left, right, place);
        Tensor::from_parts(crate::ops::join::join(self, other, place), shape)
    }

    /// Both operands, of one shape, on a new axis, which is counted in the result: `[4, 3]` and `[4, 3]` at `Axis::<0>` ->
    /// `[2, 4, 3]`. NumPy's `np.stack([x, y], 0)`, PyTorch's `torch.stack([x, y], 0)`. Copies both into a new tensor.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (x, y) = (tensor![1, 2, 3], tensor![4, 5, 6]);
    /// assert_eq!(x.stack(&y, Axis::<0>), tensor![[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(x.stack(&y, Axis::<-1>), tensor![[1, 4], [2, 5], [3, 6]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 2, 3].stack(&tensor![4, 5], Axis::<0>);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis has two sizes.
    #[cfg(feature = "alloc")]
    fn stack<const I: isize, R: Operand<Elem = Self::Elem>>(
        &self,
        other: &R,
        _axis: crate::Axis<I>,
    ) -> Tensor<Self::Elem, Stacked<Self::Shape, R::Shape, crate::Axis<I>>>
    where
        Self::Elem: Clone,
        Self::Shape: Stack<R::Shape, crate::Axis<I>>,
    {
        let (left, right) = (self.view().shape(), other.view().shape());
        run_time::stretches(right, left);
        let place = <Self::Shape as Stack<R::Shape, crate::Axis<I>>>::PLACE;
        let mut sizes = left.dims().sizes;
        sizes.copy_within(place..crate::shape::dims::MAX_RANK - 1, place + 1);
        sizes[place] = 2;
        Tensor::from_parts(crate::ops::join::stack(self, other, place), run_time::shape(&sizes))
    }
}

impl<T, S: Shape, Y: Layout<S>> Operand for View<'_, T, S, Y> {
    type Elem = T;
    type Shape = S;
    type Layout = Y;
    #[inline(always)]
    fn view(&self) -> View<'_, T, S, Y> {
        *self
    }
}

impl<X: Operand> Operand for &X {
    type Elem = X::Elem;
    type Shape = X::Shape;
    type Layout = X::Layout;
    #[inline(always)]
    fn view(&self) -> View<'_, X::Elem, X::Shape, X::Layout> {
        (**self).view()
    }
}

// The default layout, for the types that have no other.
#[cfg(feature = "alloc")]
impl<T, S: Shape> Operand for Tensor<T, S> {
    type Elem = T;
    type Shape = S;
    type Layout = RowMajor;
    #[inline(always)]
    fn view(&self) -> View<'_, T, S> {
        View::over(self.as_slice(), self.shape())
    }
}

impl<T, S: StaticShape> Operand for crate::Inline<T, S> {
    type Elem = T;
    type Shape = S;
    type Layout = RowMajor;
    #[inline(always)]
    fn view(&self) -> View<'_, T, S> {
        View::over(self.as_slice(), S::VALUE)
    }
}

/// Anything whose elements can be changed: [`Tensor`](crate::Tensor), [`Inline`](crate::Inline) and [`ViewMut`]. Sealed.
pub trait OperandMut: Operand<Layout = RowMajor> {
    /// The same elements as a mutable view. O(1), no copy.
    fn to_view_mut(&mut self) -> ViewMut<'_, Self::Elem, Self::Shape>;
}

#[cfg(feature = "alloc")]
impl<T, S: Shape> OperandMut for Tensor<T, S> {
    #[inline(always)]
    fn to_view_mut(&mut self) -> ViewMut<'_, T, S> {
        self.view_mut()
    }
}

impl<T, S: StaticShape> OperandMut for crate::Inline<T, S> {
    #[inline(always)]
    fn to_view_mut(&mut self) -> ViewMut<'_, T, S> {
        ViewMut::over(self.as_mut_slice(), S::VALUE)
    }
}

impl<T, S: Shape> OperandMut for ViewMut<'_, T, S> {
    #[inline(always)]
    fn to_view_mut(&mut self) -> ViewMut<'_, T, S> {
        self.reborrow()
    }
}

mod sealed {
    use super::*;

    /// What only this crate implements.
    pub trait Sealed {}
    #[cfg(feature = "alloc")]
    impl<T, S> Sealed for Tensor<T, S> {}
    impl<T, S: StaticShape> Sealed for crate::Inline<T, S> {}
    impl<T, S: Shape, Y: Layout<S>> Sealed for View<'_, T, S, Y> {}
    impl<T, S: Shape> Sealed for crate::ViewMut<'_, T, S> {}
    impl<X: Sealed> Sealed for &X {}
}
