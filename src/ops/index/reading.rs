//! `index_select`, `gather` and their like, which copy elements that indices or masks name.

use alloc::vec::Vec;

use super::back::{PickBack, SelectBack};
use super::number::{Count, Forward, FromEitherEnd, Range};
use super::read::{self, gather, places, select};
use crate::error::IndexError;
use crate::kind::{Back, Kind, Numbers};
use crate::ops::Pairings;
use crate::ops::rows::axis_and_inner;
use crate::shape::at::Along;
use crate::shape::axes::Axis;
use crate::shape::broadcast::Broadcast;
use crate::shape::diagnostics::IndexNumber;
use crate::shape::dims::Dims;
use crate::shape::index::{Gather, IndexSelect, IndexSelected, TakeAlong, TakenAlong};
use crate::shape::layout::Layout;
use crate::shape::list::Sizes;
use crate::shape::rank::Rank;
use crate::shape::verbs::select;
use crate::shape::{Shape, run_time};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Operand, Values, View};

/// Elements by number, of a tensor of any shape: `take`, `nonzero`, `argwhere`. Those of an axis are had by [`IndexSelections`], [`Gathers`]
/// and [`TakesAlong`], and by a mask by [`MaskedReads`].
///
/// Indices are a tensor of any integer type. A negative one is out of bounds in `index_select` and `gather`, as in PyTorch, and
/// counts from the end in `take` and `take_along_axis`, as in NumPy. [`Scatters`](crate::Scatters) and others write by index.
///
/// ```
/// use shaped::prelude::*;
/// let scores = tensor![[0.1, 0.7, 0.2], [0.5, 0.3, 0.2]];
/// let labels = tensor![1, 0];
/// let of_label = scores.gather(Axis::<1>, &labels.unsqueeze(Axis::<-1>)); // [2, 3] by [2, 1] -> [2, 1]
/// assert_eq!(of_label, tensor![[0.7], [0.5]]);
/// ```
pub trait Indexing: Operand {
    /// One element for each index, elements counted in row-major order: any shape by `[2, 3]` -> `[2, 3]`. PyTorch's
    /// `x.take(indices)`, NumPy's `np.take(x, indices)`. A negative index counts from the end. Copies them to a new tensor.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.take(&tensor![[0, 4], [-1, 0]]), tensor![[1, 5], [6, 1]]);
    /// ```
    ///
    /// # Panics
    /// If an index is out of bounds.
    #[track_caller]
    #[rustfmt::skip]
    fn take<N: Operand + Values<Elem: IndexNumber>>( // of all elements in their order: `x.take(&ids)`; along an axis `x.index_select(Axis::<0>, &ids)`
        &self, indices: &N) -> Tensor<Self::Elem, N::Shape, Self::Kind>
    where
        Self::Elem: Clone,
    {
        let (x, shape) = (self.view(), indices.view().shape());
        let range = Range { axis: None, size: x.shape().numel() };
        let back = PickBack::of_all(indices, range.size, &shape.dims()).counted::<FromEitherEnd>();
        let forward = |x: View<'_, _, _, _>| read::take::<FromEitherEnd, _, _>(&x, indices);
        IndexError::unless(picked::<FromEitherEnd, _, _, _, _, _, _, _>(x, indices, range, shape, forward, back))
    }

    /// The indices of all elements that are not zero (or are true), in row-major order. How many there are is known when the
    /// program runs, so this is a vector. PyTorch's `x.nonzero()` and NumPy's `np.argwhere(x)`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[0.5, 0.0], [0.0, f64::NAN]];
    /// assert_eq!(x.nonzero(), [[0, 0], [1, 1]]);
    /// assert_eq!(x.map(|x| x == 0.0).nonzero(), [[0, 1], [1, 0]]);
    /// ```
    #[doc(alias = "where")]
    fn nonzero(&self) -> Vec<Sizes<Self::Shape>>
    where
        Self::Elem: Default + PartialEq,
        Self::Kind: Numbers<Self::Elem>,
    {
        let zero = Self::Elem::default();
        self.argwhere(|x| *x != zero)
    }

    /// The indices of all elements for which a condition holds, in row-major order. NumPy's `np.argwhere(condition(x))`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![[3, 1], [4, 1]].argwhere(|&x| x > 2), [[0, 0], [1, 0]]);
    /// ```
    fn argwhere(&self, mut condition: impl FnMut(&Self::Elem) -> bool) -> Vec<Sizes<Self::Shape>>
    where
        Self::Kind: Numbers<Self::Elem>,
    {
        let dims = self.view().shape().dims();
        let mut found = Vec::new();
        let mut index = <<Self::Shape as Shape>::Rank as Rank>::fill(0);
        for element in self.iter() {
            if condition(element) {
                found.push(index);
            }
            for (i, size) in index.as_mut().iter_mut().rev().zip(dims.sizes) {
                *i += 1;
                if *i < size {
                    break;
                }
                *i = 0;
            }
        }
        found
    }
}

impl<X: Operand + ?Sized> Indexing for X {}

operation! {
    /// Elements of the axis `Axis<I>` that a list of indices `N` names: `index_select`.
    trait IndexSelections[N, const I: isize][N, I]
    for X where [X: Operand<Shape: Along<Axis<I>, select> + IndexSelect<Axis<I>, N::Shape>> + ?Sized, N: Operand + Values<Elem: IndexNumber>] {
        /// The shape with as many elements on the axis as there are indices.
        type Selected: Shape = IndexSelected<X::Shape, Axis<I>, N::Shape>;
    }

    /// The elements of an axis that a list of indices names: `[4, 3]` at `Axis::<0>` by `[9]` -> `[9, 3]`. PyTorch's
    /// `x.index_select(0, indices)`, NumPy's `np.take(x, indices, 0)`. Copies them to a new tensor.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.index_select(Axis::<0>, &tensor![1, 0, 1]), tensor![[4, 5, 6], [1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(x.index_select(Axis::<-1>, &tensor![2]), tensor![[3], [6]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2, 3], [4, 5, 6]].index_select(Axis::<0>, &tensor![[1, 0], [0, 1]]);
    /// ```
    ///
    /// # Panics
    /// If an index is negative, or not less than the axis's size; [`try_index_select`](Self::try_index_select) does not.
    #[track_caller]
    fn index_select( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: Axis<I>, indices: &N) -> Tensor<Self::Elem, Self::Selected, Self::Kind>
    where [Self::Elem: Clone]
    {
        IndexError::unless(self.try_index_select(axis, indices))
    }

    /// As [`index_select`](Self::index_select), with an error for an index that is out of bounds.
    ///
    /// # Errors
    /// If an index is negative, or not less than the axis's size.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert!(tensor![1, 2, 3].try_index_select(Axis::<0>, &tensor![3]).is_err());
    /// ```
    fn try_index_select( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: Axis<I>, indices: &N) -> Result<Tensor<Self::Elem, Self::Selected, Self::Kind>, IndexError>
    where [Self::Elem: Clone]
    {
        let (x, place) = (self.view(), <X::Shape as Along<Axis<I>, select>>::PLACE);
        let at = places::<Forward, _>(indices, range::<I, _>(x.shape(), place))?;
        let shape = run_time::with_size(x.shape(), place, at.len());
        let (size, inner) = axis_and_inner(x.shape(), place);
        let forward = |(x,): (View<'_, _, _, _>,)| Buffer::from_vec(select(&x, place, &at));
        let back = SelectBack { size, inner, places: &at };
        Ok(Tensor::made(X::Kind::apply_op((x,), shape, forward, back), shape))
    }
}

operation! {
    /// One element of the axis `Axis<I>` for each index of `N`: `gather`.
    trait Gathers[N: Operand + Values, const I: isize][N, I]
    for X where [X: Operand<Shape: Along<Axis<I>, select> + Gather<Axis<I>, N::Shape>> + ?Sized, N: Operand + Values<Elem: IndexNumber>] {}

    /// One element of an axis for each index: `[4, 3]` at `Axis::<1>` by `[4, 2]` -> `[4, 2]`, where element `[i, j]` is
    /// `x[i, indices[i, j]]`. PyTorch's `x.gather(1, indices)`. Copies them to a new tensor.
    ///
    /// The indices have the sizes of `x` on all other axes; [`take_along_axis`](TakesAlong::take_along_axis) stretches.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.gather(Axis::<1>, &tensor![[2, 0], [1, 1]]), tensor![[3, 1], [5, 5]]);
    /// assert_eq!(x.gather(Axis::<0>, &tensor![[1, 0, 1]]), tensor![[4, 2, 6]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2, 3], [4, 5, 6]].gather(Axis::<1>, &tensor![[2, 0]]);
    /// ```
    ///
    /// # Panics
    /// If an index is negative, or not less than the axis's size; [`try_gather`](Self::try_gather) does not. If a run-time axis
    /// has two sizes.
    #[track_caller]
    fn gather( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: Axis<I>, indices: &N) -> Tensor<Self::Elem, N::Shape, Self::Kind>
    where [Self::Elem: Clone]
    {
        IndexError::unless(self.try_gather(axis, indices))
    }

    /// As [`gather`](Self::gather), with an error for an index that is out of bounds.
    ///
    /// # Errors
    /// If an index is negative, or not less than the axis's size.
    ///
    /// # Panics
    /// If a run-time axis has two sizes.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let error = tensor![1, 2, 3].try_gather(Axis::<0>, &tensor![-1]).unwrap_err();
    /// assert_eq!(error.to_string(), "index -1 is out of bounds for axis 0 of size 3");
    /// ```
    fn try_gather( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: Axis<I>, indices: &N) -> Result<Tensor<Self::Elem, N::Shape, Self::Kind>, IndexError>
    where [Self::Elem: Clone]
    {
        let (x, shape, place) = (self.view(), indices.view().shape(), <X::Shape as Along<Axis<I>, select>>::PLACE);
        run_time::agree(x.shape(), shape, place);
        let range = range::<I, _>(x.shape(), place);
        let back = PickBack::new(indices, [&x.shape().dims(), &shape.dims(), &shape.dims()], place).counted::<Forward>();
        let forward = |x: View<'_, _, _, _>| gather::<Forward, _, _>(&x, place, indices, range);
        picked::<Forward, _, _, _, _, _, _, _>(x, indices, range, shape, forward, back)
    }
}

operation! {
    /// One element of the axis `Axis<I>` for each index of `N`, all other axes broadcast: `take_along_axis`.
    trait TakesAlong[N, const I: isize][N, I]
    for X where [X: Operand<Shape: Along<Axis<I>, select> + TakeAlong<Axis<I>, N::Shape>> + ?Sized, N: Operand + Values<Elem: IndexNumber>] {
        /// The shape of both together, with the indices' size on the axis.
        type TakenAlong: Shape = TakenAlong<X::Shape, Axis<I>, N::Shape>;
    }

    /// One element of an axis for each index, all other axes broadcast: `[4, 3]` at `Axis::<1>` by `[1, 2]` -> `[4, 2]`. NumPy's
    /// `np.take_along_axis(x, indices, 1)`, PyTorch's `torch.take_along_dim(x, indices, 1)`. Copies them to a new tensor.
    ///
    /// A negative index counts from the end. What `argsort` and `argmax_keepdim` give is such indices:
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[3.0, 1.0, 2.0], [5.0, 6.0, 4.0]];
    /// assert_eq!(x.take_along_axis(Axis::<1>, &x.argmax_keepdim(Axis::<1>)), x.max_keepdim(Axis::<1>));
    /// assert_eq!(x.take_along_axis(Axis::<1>, &tensor![[0, -1]]), tensor![[3.0, 2.0], [5.0, 4.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2, 3], [4, 5, 6]].take_along_axis(Axis::<1>, &tensor![[0], [1], [2]]);
    /// ```
    ///
    /// # Panics
    /// If an index is out of bounds. If a run-time axis has two sizes.
    #[track_caller]
    #[doc(alias = "take_along_dim")]
    fn take_along_axis( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: Axis<I>, indices: &N) -> Tensor<Self::Elem, Self::TakenAlong, Self::Kind>
    where [Self::Elem: Clone]
    {
        let (x, place) = (self.view(), <X::Shape as Along<Axis<I>, select>>::PLACE);
        let (mut own, by): (Dims, Dims) = (x.shape().dims(), indices.view().shape().dims());
        (own.sizes[place], own.unknown) = (by.sizes[place], own.unknown & !(1 << place) | by.unknown & 1 << place);
        let sizes = run_time::joint_sizes::<X::Shape, N::Shape>(&own, &by, 0);
        let range = range::<I, _>(x.shape(), place);
        let shape: Self::TakenAlong = run_time::shape(&sizes);
        let back = PickBack::new(indices, [&x.shape().dims(), &by, &shape.dims()], place).counted::<FromEitherEnd>();
        let forward = |x: View<'_, _, _, _>| read::take_along::<FromEitherEnd, _, _>(&x, place, indices, &sizes, range);
        IndexError::unless(picked::<FromEitherEnd, _, _, _, _, _, _, _>(x, indices, range, shape, forward, back))
    }
}

operation! {
    /// Elements that a mask `M` names: `masked_select`.
    trait MaskedReads[M][M] for X where [X: Values<Shape: Broadcast<M::Shape>> + ?Sized, M: Values<Elem = bool>] {}

    /// The elements where a mask is true, in row-major order; elements and mask broadcast. How many there are is known when the
    /// program runs, so this is a vector. PyTorch's `x.masked_select(mask)`, NumPy's `x[mask]`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.masked_select(&x.map(|x| x % 2 == 0)), [2, 4, 6]);
    /// assert_eq!(x.masked_select(&tensor![true, false, false]), [1, 4]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2, 3], [4, 5, 6]].masked_select(&tensor![true, false]);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis has two sizes.
    #[track_caller]
    fn masked_select( // as `x.masked_select(&mask)`: a vector, as its length is known when the program runs
        &self, mask: &M) -> Vec<Self::Elem>
    where [Self::Elem: Clone]
    {
        let (x, mask) = self.broadcast_with(mask);
        let mut selected = Vec::with_capacity(mask.iter().filter(|&&is| is).count());
        selected.extend(x.iter().zip(mask.iter()).filter(|&(_, &is)| is).map(|(x, _)| x.clone()));
        selected
    }
}

/// What indices name, or the first one that names nothing.
fn picked<C, T, S, Y, K, N, O, B>(
    x: View<'_, T, S, Y, K>,
    indices: &N,
    range: Range,
    shape: O,
    forward: impl FnOnce(View<'_, T, S, Y>) -> Result<Vec<T>, IndexError>,
    back: B,
) -> Result<Tensor<T, O, K>, IndexError>
where
    C: Count,
    S: Shape,
    Y: Layout<S>,
    K: Kind<T>,
    N: Operand + Values<Elem: IndexNumber>,
    O: Shape,
    B: Back<T>,
{
    if !K::FUSES {
        // What is left for later is right: of elements that are there now, each index is checked where it is used.
        range.check::<C, _>(indices)?;
    }
    let mut wrong = None;
    let forward = |(x,): (View<'_, T, S, Y>,)| {
        let elements = forward(x).unwrap_or_else(|error| {
            wrong = Some(error);
            Vec::new()
        });
        Buffer::from_vec(elements)
    };
    let made = K::apply_op((x,), shape, forward, back);
    match wrong {
        Some(error) => Err(error),
        None => Ok(Tensor::made(made, shape)),
    }
}

/// What indices of an axis are checked against.
fn range<const I: isize, S: Shape>(shape: S, place: usize) -> Range {
    Range { axis: Some(I), size: shape.dims().sizes[place] }
}
