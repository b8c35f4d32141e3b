//! Parts of mutable views on any axes: elements that lie apart are changed where they are.

use core::iter::StepBy;
use core::slice;

use super::narrow::{narrowed, narrows};
use super::operand::sealed::Sealed;
use super::part_macro::UpTo;
use super::parts::{cut, outside};
use super::{View, ViewMut};
use crate::shape::diagnostics::Outermost;
use crate::shape::dims::{Dims, MAX_RANK, Strides, removed};
use crate::shape::layout::{Leading, Strided};
use crate::shape::narrow::{Narrow, Narrowed};
use crate::shape::parts::{AxisIndexed, IndexAxis, NarrowWith, Slice, Sliced};
use crate::shape::size::{Size, StaticSize};
use crate::shape::{Shape, run_time};

/// Some elements of a tensor as a tensor of shape `S`, to change them: what NumPy and PyTorch write as `x[:, 3:5] = y`. Made by
/// [`ViewMut::part`].
///
/// Where a [`ViewMut`] is one block of memory, a part may have gaps, which stay as they are: so it is narrowed and sliced on any axis, and what it
/// is given is copied row by row. It is read by [`view`](Self::view), `+=`, `-=` and the like change it as they change a tensor, and a lazy expression is
/// written to it by `assign_to`.
///
/// ```
/// use shaped::prelude::*;
/// // Keys of a transformer, `[heads, places, width]`: those of a new word go where the last ended.
/// let mut cache: Tensor<f32, shape![2, 512, 64]> = Tensor::zeros();
/// let key: Tensor<f32, shape![2, 1, 64]> = Tensor::ones();
/// for place in 0..3 {
///     cache.view_mut().part().narrow(Axis::<1>, place, One).copy_from(&key);
/// }
/// assert_eq!(cache.sum_all(), 3.0 * 128.0);
///
/// // `x[1:-1, 1:-1] += change`
/// let mut x: Tensor<f32, shape![4, 4]> = Tensor::zeros();
/// let change: Tensor<f32, shape![2, 2]> = Tensor::ones();
/// let mut inner = part!(mut x; 1..3, 1..3);
/// inner += &change;
/// inner *= 2.0;
/// assert_eq!(x.sum_all(), 8.0);
/// ```
pub struct PartMut<'a, T, S: Shape> {
    /// All elements of the view that this is a part of.
    elements: &'a mut [T],
    /// The place of the first one of the part.
    first: usize,
    shape: S,
    /// None is negative.
    strides: Strides,
}

impl<T, S: Shape> Sealed for PartMut<'_, T, S> {}

impl<'a, T, S: Shape> ViewMut<'a, T, S> {
    /// All of the view, to take a part of it on any axis: `[2, 512, 64]` -> a part of shape `[2, 1, 64]`, by
    /// [`narrow`](PartMut::narrow), [`narrow_with`](PartMut::narrow_with), [`slice`](PartMut::slice) and
    /// [`index_axis`](PartMut::index_axis). O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let mut x: Tensor<i32, shape![2, 4]> = Tensor::zeros();
    /// x.view_mut().part().narrow(Axis::<1>, 1, Dim::<2>).copy_from(&tensor![7, 8]);
    /// assert_eq!(x, tensor![[0, 7, 8, 0], [0, 7, 8, 0]]);
    /// ```
    #[inline]
    pub fn part(self) -> PartMut<'a, T, S> {
        let strides = self.shape.dims().strides();
        PartMut { elements: self.elements, first: 0, shape: self.shape, strides }
    }

    narrows! {
        /// As [`narrow`](Self::narrow), of a size that is known when the program runs: `[512, 64]` from 2 on, `Seq(n)` -> `[Seq, 64]`. PyTorch's
        /// `x.narrow(0, 2, n)`, NumPy's `x[2:2 + n]`. O(1), no copy. Of another axis than the outermost it is
        /// [`part().narrow_with(…)`](PartMut::narrow_with).
        ///
        /// ```
        /// use shaped::prelude::*;
        /// axis!(Seq);
        /// let mut cache: Tensor<i32, shape![4, 2]> = Tensor::zeros();
        /// let mut used: ViewMut<i32, shape![Seq, 2]> = cache.view_mut().narrow_with(Axis::<0>, 1, Seq(2));
        /// used += 1;
        /// assert_eq!(cache, tensor![[0, 0], [1, 1], [1, 1], [0, 0]]);
        /// ```
        ///
        /// ```compile_fail,E0277
        /// use shaped::prelude::*;
        /// axis!(Seq);
        /// Tensor::<i32, shape![4, 2]>::zeros().view_mut().narrow_with(Axis::<1>, 0, Seq(2));
        /// ```
        ///
        /// # Panics
        /// If the part ends beyond the axis, or if its name stands for another axis of the shape, of another size.
        fn narrow_with(size: Size) -> ViewMut<S::Output>
        where NarrowWith<A, D, Outer: Leading<IsEmpty: Outermost<A, S::Shown>>>
    }
}

impl<'a, T, S: Shape> PartMut<'a, T, S> {
    /// The same elements, to read them. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let mut x = tensor![[1, 2], [3, 4]];
    /// let column = x.view_mut().part().index_axis(Axis::<1>, 1);
    /// assert_eq!(column.view(), tensor![2, 4].view());
    /// ```
    #[inline]
    pub fn view(&self) -> View<'_, T, S, Strided> {
        View::among(self.elements, self.first, self.shape, Strided(self.strides))
    }

    /// The sizes, outermost axis first.
    #[inline]
    pub fn sizes(&self) -> crate::shape::list::Sizes<S> {
        self.shape.sizes()
    }

    /// From `start` on of an axis, with the sizes that are left.
    fn cut<O: Shape>(self, place: usize, start: usize, sizes: &[usize; MAX_RANK]) -> PartMut<'a, T, O> {
        // Of two elements or more the steps are within the view, as the caller has compared; of fewer this is of no use.
        let first = self.first.wrapping_add(start.wrapping_mul(self.strides[place] as usize));
        PartMut { elements: self.elements, first, shape: run_time::shape(sizes), strides: self.strides }
    }

    narrows! {
        /// A part of an axis: `[2, 512, 64]` at `Axis::<1>`, from `start` on, of size 1 -> `[2, 1, 64]`. PyTorch's `x.narrow(1, start, 1)`, NumPy's
        /// `x[:, start:start + 1]`. O(1), no copy.
        ///
        /// ```
        /// use shaped::prelude::*;
        /// let mut x: Tensor<i32, shape![3, 4]> = Tensor::zeros();
        /// let part = x.view_mut().part().narrow(Axis::<0>, 1, Dim::<2>);
        /// part.narrow(Axis::<1>, 2, Dim::<2>).fill(5);
        /// assert_eq!(x, tensor![[0, 0, 0, 0], [0, 0, 5, 5], [0, 0, 5, 5]]);
        /// ```
        ///
        /// ```compile_fail,E0277
        /// use shaped::prelude::*;
        /// Tensor::<i32, shape![3, 4]>::zeros().view_mut().part().narrow(Axis::<1>, 0, Dim::<5>);
        /// ```
        ///
        /// # Panics
        /// If the part ends beyond the axis.
        fn narrow(_size: StaticSize) -> PartMut<Narrowed<S, A, D>> where Narrow<A, D>
    }

    narrows! {
        /// A part of an axis whose size is known when the program runs: `[2, 512, 64]` at `Axis::<1>` from 3 on, `Seq(n)` -> `[2, Seq, 64]`. PyTorch's
        /// `x.narrow(1, 3, n)`, NumPy's `x[:, 3:3 + n]`. O(1), no copy.
        ///
        /// ```
        /// use shaped::prelude::*;
        /// axis!(Seq);
        /// let mut cache: Tensor<i32, shape![2, 4]> = Tensor::zeros();
        /// let words = Tensor::<i32, shape![2, Seq]>::full_with(Seq(3), 1);
        /// cache.view_mut().part().narrow_with(Axis::<1>, 1, Seq(3)).copy_from(&words);
        /// assert_eq!(cache, tensor![[0, 1, 1, 1], [0, 1, 1, 1]]);
        /// ```
        ///
        /// ```compile_fail,E0277
        /// use shaped::prelude::*;
        /// Tensor::<i32, shape![2, 4]>::zeros().view_mut().part().narrow_with(Axis::<1>, 1, Dim::<3>);
        /// ```
        ///
        /// # Panics
        /// If the part ends beyond the axis, or if its name stands for another axis of the shape, of another size.
        fn narrow_with(size: Size) -> PartMut<S::Output> where NarrowWith<A, D>
    }

    /// A part of an axis in steps: `[3, 9]` at `Axis::<1>` from 1 on, 4 of them in steps of 2 -> `[3, 4]`. NumPy's and PyTorch's `x[:, 1:9:2]`.
    /// O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let mut x: Tensor<i32, shape![5]> = Tensor::zeros();
    /// x.view_mut().part().slice(Axis::<0>, 0, Dim::<3>, Dim::<2>).copy_from(&tensor![1, 2, 3]);
    /// assert_eq!(x, tensor![1, 0, 2, 0, 3]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<i32, shape![5]>::zeros().view_mut().part().slice(Axis::<0>, 0, Dim::<4>, Dim::<2>);
    /// ```
    ///
    /// # Panics
    /// If the slice ends beyond the axis.
    #[inline]
    #[track_caller]
    pub fn slice<A, D: StaticSize, P: StaticSize>(
        self,
        _axis: A,
        start: usize,
        _size: D,
        _step: P,
    ) -> PartMut<'a, T, Sliced<S, A, D, P>>
    where
        S: Slice<A, D, P>,
    {
        let (place, old) = (const { S::PLACE }, self.shape.dims().sizes);
        let Some(sizes) = cut(old, place, start, D::SIZE, P::SIZE) else {
            let (size, step) = (D::SIZE, P::SIZE);
            outside(
                "slice",
                S::NUMBER,
                old[place],
                format_args!(" to {size} elements from {start} on in steps of {step}"),
            )
        };
        let mut slice = self.cut(place, start, &sizes);
        slice.strides[place] = slice.strides[place].wrapping_mul(P::SIZE as isize);
        slice
    }

    /// What is at one place of an axis, which goes: `[2, 512, 64]` at `Axis::<1>` -> `[2, 64]`. NumPy's and PyTorch's `x[:, i]`. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let mut x: Tensor<i32, shape![2, 3]> = Tensor::zeros();
    /// x.view_mut().part().index_axis(Axis::<1>, 2).copy_from(&tensor![1, 2]);
    /// assert_eq!(x, tensor![[0, 0, 1], [0, 0, 2]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<i32, shape![2, 3]>::zeros().view_mut().part().index_axis(Axis::<2>, 0);
    /// ```
    ///
    /// # Panics
    /// If the index is not less than the size of the axis.
    #[inline]
    #[track_caller]
    pub fn index_axis<A>(self, _axis: A, index: usize) -> PartMut<'a, T, AxisIndexed<S, A>>
    where
        S: IndexAxis<A>,
    {
        let (place, old) = (const { S::PLACE }, self.shape.dims().sizes);
        if index >= old[place] {
            outside("index", S::NUMBER, old[place], format_args!(" by {index}"));
        }
        let first = self.first.wrapping_add(index.wrapping_mul(self.strides[place] as usize));
        let (sizes, strides) = (removed(old, place, 1), removed(self.strides, place, 0));
        PartMut { elements: self.elements, first, shape: run_time::shape(&sizes), strides }
    }

    /// Writes one value over all elements. NumPy's `x[:, 3:5] = value`, PyTorch's `x[:, 3:5].fill_(value)`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let mut x: Tensor<i32, shape![2, 3]> = Tensor::zeros();
    /// x.view_mut().part().narrow(Axis::<1>, 1, Dim::<2>).fill(4);
    /// assert_eq!(x, tensor![[0, 4, 4], [0, 4, 4]]);
    /// ```
    pub fn fill(&mut self, value: T)
    where
        T: Clone,
    {
        self.map_in_place(|to| to.clone_from(&value));
    }

    /// Changes each element, in order. NumPy's `x[:, 3:5] *= 2`, where the function is `|x| *x *= 2`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let mut x = tensor![[1, 2, 3], [4, 5, 6]];
    /// x.view_mut().part().index_axis(Axis::<1>, 0).map_in_place(|x| *x *= 10);
    /// assert_eq!(x, tensor![[10, 2, 3], [40, 5, 6]]);
    /// ```
    #[inline]
    pub fn map_in_place(&mut self, mut f: impl FnMut(&mut T)) {
        self.rows(|row| row.for_each(&mut f));
    }

    /// All elements of the view that this is a part of, and where those of the part lie among them: the first one, and the steps along each axis.
    #[inline]
    pub(crate) fn places(&mut self) -> (&mut [T], usize, &Strides) {
        (self.elements, self.first, &self.strides)
    }

    #[inline]
    pub(crate) fn shape(&self) -> S {
        self.shape
    }

    /// The rows in order, each an iterator over its elements.
    #[inline]
    fn rows(&mut self, mut f: impl FnMut(StepBy<slice::IterMut<'_, T>>)) {
        rows(self.elements, self.first, &self.shape.dims(), &self.strides, &mut f);
    }
}

impl<'a, T, S: Narrow<A, D>, A, D: StaticSize> UpTo<A, D> for PartMut<'a, T, S> {
    type Part = PartMut<'a, T, S::Output>;
    #[inline]
    #[track_caller]
    fn up_to(_axis: A, _size: D, of: Self) -> Self::Part {
        let place = const { S::PLACE };
        let sizes = narrowed(of.shape.dims().sizes, S::NUMBER, place, 0, D::SIZE);
        of.cut(place, 0, &sizes)
    }
}

/// The rows of a part, each a slice from its first element to its last, in steps.
fn rows<T>(
    elements: &mut [T],
    first: usize,
    dims: &Dims,
    strides: &Strides,
    f: &mut dyn FnMut(StepBy<slice::IterMut<'_, T>>),
) {
    let (len, step) = (dims.sizes[0], strides[0].unsigned_abs().max(1));
    if dims.sizes[..dims.rank].contains(&0) {
        return;
    }
    let mut index = [0; MAX_RANK];
    loop {
        let at = |axis: usize| index[axis] * strides[axis].unsigned_abs();
        let start = first + (1..dims.rank).map(at).sum::<usize>();
        f(elements[start..][..(len - 1) * step + 1].iter_mut().step_by(step));
        let Some(axis) = (1..dims.rank).find(|&axis| index[axis] + 1 < dims.sizes[axis]) else { return };
        index[axis] += 1;
        index[1..axis].fill(0);
    }
}
