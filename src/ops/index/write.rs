//! Writing by index, in place: `scatter`, `index_add` and their like.

use core::ops::AddAssign;

#[cfg(feature = "alloc")]
use num_traits::{Num, NumCast};

use super::number::{Count, Forward, FromEitherEnd, Range};
use crate::error::IndexError;
#[cfg(feature = "alloc")]
use crate::ops::function::{maximum, minimum};
use crate::shape::at::Along;
use crate::shape::axes::Axis;
use crate::shape::diagnostics::IndexNumber;
use crate::shape::dims::product;
use crate::shape::index::{Gather, IndexAssign, IndexSelect, OneValueEach, Scatter};
use crate::shape::verbs::select;
use crate::shape::{Shape, run_time};
#[cfg(feature = "alloc")]
use crate::storage::Buffer;
use crate::view::operation;
use crate::view::{OfElements, Operand, OperandMut, Values};

operation! {
    /// One value of `V` written for each index of `N`, on the axis `Axis<I>`, in place: `scatter`, `scatter_add`, `scatter_with`.
    ///
    /// For [`Tensor`](crate::Tensor), [`Inline`](crate::Inline) and [`ViewMut`](crate::ViewMut), as [`IndexAssigns`], [`IndexFills`] and
    /// [`Puts`]. Indices are a tensor of any integer type. All of them are checked before anything is written; where one element is written
    /// several times, that happens in the indices' row-major order.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let mut totals: Tensor<f64, shape![3]> = Tensor::zeros();
    /// totals.scatter_add(Axis::<0>, &tensor![2, 0, 2], &tensor![1.0, 10.0, 100.0]);
    /// assert_eq!(totals, tensor![10.0, 0.0, 101.0]);
    /// ```
    trait Scatters[N, V: Operand, const I: isize][N, V, I]: OperandMut
    for X where [X: OperandMut<Shape: Along<Axis<I>, select> + Gather<Axis<I>, N::Shape> + Scatter<Axis<I>, N::Shape, V::Shape>> + ?Sized, N: Values<Elem: IndexNumber>, V: Values]

    /// Writes one value for each index: `x[i, indices[i, j]] = values[i, j]` at `Axis::<1>`, `[4, 3]` by `[4, 2]` and `[4, 2]`.
    /// PyTorch's `x.scatter_(1, indices, values)`, NumPy's `np.put_along_axis`. Of several values for one element the last stays.
    ///
    /// The indices have the sizes of `x` on all other axes, and the values have the shape of the indices. A single value for all
    /// of them is `value.expand_as(&indices)`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let mut x: Tensor<i32, shape![2, 3]> = Tensor::zeros();
    /// x.scatter(Axis::<1>, &tensor![[2], [0]], &tensor![[5], [7]]);
    /// assert_eq!(x, tensor![[0, 0, 5], [7, 0, 0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let mut x: Tensor<i32, shape![2, 3]> = Tensor::zeros();
    /// x.scatter(Axis::<1>, &tensor![[2], [0]], &tensor![[5, 7]]);
    /// ```
    ///
    /// # Panics
    /// If an index is negative, or not less than the axis's size; [`try_scatter`](Self::try_scatter) does not. If a run-time axis
    /// has two sizes.
    #[track_caller]
    #[doc(alias = "put_along_axis")]
    fn scatter( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &mut self, axis: Axis<I>, indices: &N, values: &V)
    where [Self::Elem: Clone, V: Values + OfElements<Self::Elem, <V as Operand>::Elem>]
    {
        self.scatter_with(axis, indices, values, |x, value| *x = value);
    }

    /// As [`scatter`](Self::scatter), with an error for an index that is out of bounds; then nothing is written.
    ///
    /// # Errors
    /// If an index is negative, or not less than the axis's size.
    ///
    /// # Panics
    /// If a run-time axis has two sizes.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let mut x = tensor![1, 2, 3];
    /// assert!(x.try_scatter(Axis::<0>, &tensor![0, 3], &tensor![8, 9]).is_err());
    /// assert_eq!(x, tensor![1, 2, 3]);
    /// ```
    fn try_scatter( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &mut self, axis: Axis<I>, indices: &N, values: &V) -> Result<(), IndexError>
    where [Self::Elem: Clone, V: Values + OfElements<Self::Elem, <V as Operand>::Elem>]
    {
        scatter::<I, _, _, _>(self, indices, values, |x, value| *x = value)
    }

    /// Adds one value for each index: `x[i, indices[i, j]] += values[i, j]` at `Axis::<1>`. PyTorch's
    /// `x.scatter_add_(1, indices, values)`. Shapes as for [`scatter`](Self::scatter).
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let mut x = tensor![[1, 1], [1, 1]];
    /// x.scatter_add(Axis::<0>, &tensor![[1, 0], [1, 0], [1, 1]], &tensor![[1, 2], [3, 4], [5, 6]]);
    /// assert_eq!(x, tensor![[1, 7], [10, 7]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 1], [1, 1]].scatter_add(Axis::<0>, &tensor![[1]], &tensor![[5]]);
    /// ```
    ///
    /// # Panics
    /// If an index is negative, or not less than the axis's size. If a run-time axis has two sizes.
    #[track_caller]
    fn scatter_add( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &mut self, axis: Axis<I>, indices: &N, values: &V)
    where [Self::Elem: Clone + AddAssign, V: Values + OfElements<Self::Elem, <V as Operand>::Elem>]
    {
        self.scatter_with(axis, indices, values, AddAssign::add_assign);
    }

    /// Changes the element that each index names by a value. PyTorch's `x.scatter_reduce_(dim, indices, values, reduce)`, with any
    /// function in place of its few. Shapes as for [`scatter`](Self::scatter).
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let mut largest = tensor![0, 0];
    /// largest.scatter_with(Axis::<0>, &tensor![0, 1, 0], &tensor![5, 2, 3], |x: &mut i32, value| *x = value.max(*x));
    /// assert_eq!(largest, tensor![5, 2]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![0, 0].scatter_with(Axis::<1>, &tensor![0, 1], &tensor![5, 2], |x: &mut i32, value: i32| *x = value);
    /// ```
    ///
    /// # Panics
    /// If an index is negative, or not less than the axis's size. If a run-time axis has two sizes.
    #[track_caller]
    #[doc(alias = "scatter_reduce")]
    fn scatter_with( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &mut self, axis: Axis<I>, indices: &N, values: &V, change: impl FnMut(&mut Self::Elem, V::Elem))
    where [V::Elem: Clone]
    {
        IndexError::unless(scatter::<I, _, _, _>(self, indices, values, change));
    }
}

/// What [`scatter_reduce`](ScatterReductions::scatter_reduce) makes of several values for one element.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScatterReduce {
    /// Their sum.
    Sum,
    /// Their product.
    Prod,
    /// Their mean; of integers, rounded down.
    Mean,
    /// The largest, NaN if one is.
    Max,
    /// The smallest, NaN if one is.
    Min,
}

#[cfg(feature = "alloc")]
operation! {
    /// Several values, `V`, for each element that the indices `N` name along the axis `Axis<I>`, made one: `scatter_reduce`.
    trait ScatterReductions[N, V: Operand, const I: isize][N, V, I]: OperandMut
    for X where [X: OperandMut<Shape: Along<Axis<I>, select> + Gather<Axis<I>, N::Shape> + Scatter<Axis<I>, N::Shape, V::Shape>> + ?Sized, N: Values<Elem: IndexNumber>, V: Values]

    /// Reduces all values whose indices name the same element: `x[i, indices[i, j]]` at `Axis::<1>`. The element that is there is one of them if
    /// `include_self` says so; where no index leads it stays. PyTorch's `x.scatter_reduce_(dim, indices, values, reduce, include_self=…)`. Shapes as for
    /// [`scatter`](Scatters::scatter). Allocates as many numbers as there are elements.
    ///
    /// ```
    /// use shaped::{ScatterReduce, prelude::*};
    /// let mut x = tensor![8.0, 5.0, 7.0];
    /// x.scatter_reduce(Axis::<0>, &tensor![0, 2, 0], &tensor![1.0, 4.0, 2.0], ScatterReduce::Mean, false);
    /// assert_eq!(x, tensor![1.5, 5.0, 4.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{ScatterReduce, prelude::*};
    /// tensor![[8.0, 5.0]].scatter_reduce(Axis::<1>, &tensor![[0, 1]], &tensor![[1.0]], ScatterReduce::Sum, true);
    /// ```
    ///
    /// # Panics
    /// If an index is negative, or not less than the axis's size. If a run-time axis has two sizes.
    #[track_caller]
    fn scatter_reduce( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &mut self, axis: Axis<I>, indices: &N, values: &V, reduce: ScatterReduce, include_self: bool)
    where [Self::Elem: Clone + Num + NumCast + PartialOrd, V: Values + OfElements<Self::Elem, <V as Operand>::Elem>]
    {
        // How many values each element is of; beside the elements, so that both are changed at once.
        let mut counts: Buffer<usize> = crate::expr::repeat(if include_self { 1 } else { 0 }, self.view().shape());
        let counted = counts.as_mut_slice();
        let join = |number: usize, x: &mut X::Elem, value: X::Elem| {
            let count = &mut counted[number];
            *x = match (*count, reduce) {
                (0, _) => value,
                (_, ScatterReduce::Sum | ScatterReduce::Mean) => x.clone() + value,
                (_, ScatterReduce::Prod) => x.clone() * value,
                (_, ScatterReduce::Max) => maximum(x.clone(), value),
                (_, ScatterReduce::Min) => minimum(x.clone(), value),
            };
            *count += 1;
        };
        IndexError::unless(scatter_at::<I, _, _, _>(self, indices, values, join));
        if reduce == ScatterReduce::Mean {
            let mut x = self.to_view_mut();
            for (x, &count) in x.as_mut_slice().iter_mut().zip(counts.as_slice()).filter(|(_, count)| **count > 1usize)
            {
                let count = <X::Elem as NumCast>::from(count).expect("a number for how many values there are");
                *x = mean(x.clone(), count);
            }
        }
    }
}

/// A part of a sum: of integers, rounded down.
#[cfg(feature = "alloc")]
fn mean<T: Clone + Num + PartialOrd>(sum: T, count: T) -> T {
    let (mean, rest) = (sum.clone() / count.clone(), sum % count);
    let whole = (T::one() / (T::one() + T::one())).is_zero();
    if whole && rest < T::zero() { mean - T::one() } else { mean }
}

operation! {
    /// Elements of the axis `Axis<I>`, which a list of indices `N` names, changed by those of a source `V`: `index_add`, `index_copy`.
    trait IndexAssigns[N, V, const I: isize][N, V, I]: OperandMut
    for X where [X: OperandMut<Shape: Along<Axis<I>, select> + IndexSelect<Axis<I>, N::Shape> + IndexAssign<Axis<I>, N::Shape, V::Shape>> + ?Sized, N: Values<Elem: IndexNumber>, V: Values + OfElements<X::Elem, <V as Operand>::Elem>]

    /// Adds to the elements of an axis that a list of indices names: `x[indices[i]] += source[i]` at `Axis::<0>`, `[4, 3]` by
    /// `[9]` and `[9, 3]`. PyTorch's `x.index_add_(0, indices, source)`, NumPy's `np.add.at(x, indices, source)`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let mut gradient: Tensor<f32, shape![3, 2]> = Tensor::zeros();
    /// gradient.index_add(Axis::<0>, &tensor![2, 0, 2], &tensor![[1.0, 1.0], [2.0, 2.0], [4.0, 4.0]]);
    /// assert_eq!(gradient, tensor![[2.0, 2.0], [0.0, 0.0], [5.0, 5.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2], [3, 4]].index_add(Axis::<0>, &tensor![0, 1, 1], &tensor![[1, 1], [2, 2]]);
    /// ```
    ///
    /// # Panics
    /// If an index is negative, or not less than the axis's size. If a run-time axis has two sizes.
    #[track_caller]
    fn index_add( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &mut self, axis: Axis<I>, indices: &N, source: &V)
    where [Self::Elem: Clone + AddAssign]
    {
        index_with::<I, _, _, _>(self, indices, source, AddAssign::add_assign);
    }

    /// Writes the elements of an axis that a list of indices names: `x[indices[i]] = source[i]` at `Axis::<0>`. PyTorch's
    /// `x.index_copy_(0, indices, source)`, NumPy's `x[indices] = source`. Shapes as for [`index_add`](Self::index_add); of
    /// several values for one element the last stays.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let mut x = tensor![[1, 2], [3, 4], [5, 6]];
    /// x.index_copy(Axis::<1>, &tensor![0], &tensor![[7], [8], [9]]);
    /// assert_eq!(x, tensor![[7, 2], [8, 4], [9, 6]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2], [3, 4]].index_copy(Axis::<1>, &tensor![0], &tensor![[7, 8]]);
    /// ```
    ///
    /// # Panics
    /// If an index is negative, or not less than the axis's size. If a run-time axis has two sizes.
    #[track_caller]
    fn index_copy( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &mut self, axis: Axis<I>, indices: &N, source: &V)
    where [Self::Elem: Clone]
    {
        index_with::<I, _, _, _>(self, indices, source, |x, value| *x = value);
    }
}

operation! {
    /// Elements of the axis `Axis<I>`, which a list of indices `N` names, all set to one value: `index_fill`.
    trait IndexFills[N, const I: isize][N, I]: OperandMut
    for X where [X: OperandMut<Shape: Along<Axis<I>, select> + IndexSelect<Axis<I>, N::Shape>> + ?Sized, N: Values<Elem: IndexNumber>]

    /// Writes one value to all elements of an axis that a list of indices names. PyTorch's `x.index_fill_(0, indices, value)`,
    /// NumPy's `x[indices] = value`. As in both, a negative index counts from the end.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let mut x = tensor![[1, 2, 3], [4, 5, 6]];
    /// x.index_fill(Axis::<1>, &tensor![0, -1], 0);
    /// assert_eq!(x, tensor![[0, 2, 0], [0, 5, 0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2, 3], [4, 5, 6]].index_fill(Axis::<2>, &tensor![0], 0);
    /// ```
    ///
    /// # Panics
    /// If an index is out of bounds.
    #[track_caller]
    fn index_fill( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &mut self, axis: Axis<I>, indices: &N, value: Self::Elem)
    where [Self::Elem: Clone]
    {
        let dims = self.view().shape().dims();
        let place = <X::Shape as Along<Axis<I>, select>>::PLACE;
        let range = Range { axis: Some(I), size: dims.sizes[place] };
        IndexError::unless(range.check::<FromEitherEnd, _>(indices));
        each_block(self, place, |block, inner| {
            for i in indices.iter().filter_map(|&index| FromEitherEnd::place(index, range.size)) {
                block[i * inner..][..inner].fill(value.clone());
            }
        });
    }
}

operation! {
    /// One value of `V` written for each index of `N`, elements counted in row-major order: `put`.
    trait Puts[N, V][N, V]: OperandMut
    for X where [X: OperandMut + ?Sized, N: Values<Elem: IndexNumber, Shape: OneValueEach<V::Shape>>, V: Values + OfElements<X::Elem, <V as Operand>::Elem>]

    /// Writes one value for each index, elements counted in row-major order. PyTorch's `x.put_(indices, values)`, NumPy's
    /// `np.put(x, indices, values)`. A negative index counts from the end; of several values for one element the last stays.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let mut x = tensor![[1, 2, 3], [4, 5, 6]];
    /// x.put(&tensor![1, -1], &tensor![20, 60]);
    /// assert_eq!(x, tensor![[1, 20, 3], [4, 5, 60]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2, 3], [4, 5, 6]].put(&tensor![1, -1], &tensor![20, 60, 70]);
    /// ```
    ///
    /// # Panics
    /// If an index is out of bounds. If a run-time axis has two sizes.
    #[track_caller]
    fn put(&mut self, indices: &N, values: &V)
    where [Self::Elem: Clone]
    {
        let size = self.view().shape().numel();
        run_time::agree(indices.view().shape(), values.view().shape(), usize::MAX);
        IndexError::unless(Range { axis: None, size }.check::<FromEitherEnd, _>(indices));
        let mut view = self.to_view_mut();
        let elements = view.as_mut_slice();
        for (&index, value) in indices.iter().zip(values.iter()) {
            if let Some(i) = FromEitherEnd::place(index, size) {
                elements[i] = value.clone();
            }
        }
    }
}

/// Changes the element that each index names by a value.
fn scatter<const I: isize, X, N, V>(
    x: &mut X,
    indices: &N,
    values: &V,
    mut change: impl FnMut(&mut X::Elem, V::Elem),
) -> Result<(), IndexError>
where
    X: OperandMut<Shape: Scatter<Axis<I>, N::Shape, V::Shape>> + ?Sized,
    N: Values<Elem: IndexNumber>,
    V: Values<Elem: Clone>,
{
    scatter_at::<I, _, _, _>(x, indices, values, |_, x, value| change(x, value))
}

/// As [`scatter`], by a function that is told the number of the element among all.
fn scatter_at<const I: isize, X, N, V>(
    x: &mut X,
    indices: &N,
    values: &V,
    mut change: impl FnMut(usize, &mut X::Elem, V::Elem),
) -> Result<(), IndexError>
where
    X: OperandMut<Shape: Scatter<Axis<I>, N::Shape, V::Shape>> + ?Sized,
    N: Values<Elem: IndexNumber>,
    V: Values<Elem: Clone>,
{
    let (shape, by) = (x.view().shape(), indices.view().shape());
    let place = <X::Shape as Along<Axis<I>, select>>::PLACE;
    run_time::agree(shape, by, place);
    run_time::agree(by, values.view().shape(), usize::MAX);
    let (sizes, many) = (shape.dims().sizes, by.dims().sizes[place]);
    let range = Range { axis: Some(I), size: sizes[place] };
    range.check::<Forward, _>(indices)?;
    let slices = indices.view().as_block().zip(values.view().as_block());
    let (mut pairs, mut done, mut start) = (indices.iter().zip(values.iter()), 0, 0);
    each_block(x, place, |block, inner| {
        let (first, part) = (start, done..done + many * inner);
        (done, start) = (part.end, start + block.len());
        let mut one = |(i, (&index, value)): (usize, (&N::Elem, &V::Elem))| {
            if let Some(at) = Forward::place(index, range.size) {
                change(first + at * inner + i, &mut block[at * inner + i], value.clone());
            }
        };
        match slices.map(|(indices, values)| (&indices[part.clone()], &values[part])) {
            // On the last axis there is one row of them.
            Some((indices, values)) if inner == 1 => {
                for (&index, value) in indices.iter().zip(values) {
                    if let Some(at) = Forward::place(index, block.len()) {
                        change(first + at, &mut block[at], value.clone());
                    }
                }
            }
            Some((indices, values)) => {
                for (indices, values) in indices.chunks_exact(inner).zip(values.chunks_exact(inner)) {
                    indices.iter().zip(values).enumerate().for_each(&mut one);
                }
            }
            None => (0..many).for_each(|_| pairs.by_ref().take(inner).enumerate().for_each(&mut one)),
        }
    });
    Ok(())
}

/// The elements inside each index of the axes outside one, with how many there are inside each place of it. If there are none, no index
/// has passed the check, or there is none.
fn each_block<X: OperandMut + ?Sized>(x: &mut X, place: usize, mut f: impl FnMut(&mut [X::Elem], usize)) {
    let sizes = x.view().shape().dims().sizes;
    let inner = product(&sizes[..place]);
    if x.numel() > 0 {
        x.to_view_mut().as_mut_slice().chunks_exact_mut(sizes[place] * inner).for_each(|block| f(block, inner));
    }
}

/// Changes whole elements of an axis by those of a source.
#[track_caller]
fn index_with<const I: isize, X, N, V>(
    x: &mut X,
    indices: &N,
    source: &V,
    mut change: impl FnMut(&mut X::Elem, V::Elem),
) where
    X: OperandMut<Shape: IndexAssign<Axis<I>, N::Shape, V::Shape>> + ?Sized,
    N: Values<Elem: IndexNumber>,
    V: Values<Elem: Clone>,
{
    let (shape, from) = (x.view().shape(), source.view().shape());
    let place = <X::Shape as Along<Axis<I>, select>>::PLACE;
    run_time::agree(run_time::with_size::<_, V::Shape>(shape, place, indices.numel()), from, usize::MAX);
    let sizes = shape.dims().sizes;
    let range = Range { axis: Some(I), size: sizes[place] };
    IndexError::unless(range.check::<Forward, _>(indices));
    let source = source.view();
    let (mut elements, mut rest) = (source.as_block(), source.iter());
    each_block(x, place, |block, inner| {
        for at in indices.iter().filter_map(|&index| Forward::place(index, range.size)) {
            let to = block[at * inner..][..inner].iter_mut();
            match elements.as_mut().and_then(|elements| elements.split_off(..inner)) {
                Some(row) => to.zip(row).for_each(|(x, value)| change(x, value.clone())),
                None => to.zip(rest.by_ref()).for_each(|(x, value)| change(x, value.clone())),
            }
        }
    });
}
