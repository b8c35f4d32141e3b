//! Views: tensors that borrow their elements.

#![allow(unsafe_code)] // reads and writes through pointers: see the invariants of `View`

mod axis_iter;
#[cfg(feature = "alloc")]
pub(crate) mod block;
mod chunks;
mod convert;
mod iter;
mod joint;
mod labels;
#[cfg(feature = "alloc")]
mod lanes;
mod methods;
mod narrow;
pub(crate) mod operand;
mod operands;
mod operation;
mod part_macro;
mod part_mut;
mod parts;
mod permute;
mod rearrange;
mod reshape;
#[cfg(feature = "alloc")]
mod sized;

use core::marker::PhantomData;
use core::ptr::NonNull;
use core::slice;

pub use axis_iter::{AxisIter, OuterIterMut};
pub use chunks::{Chunking, Chunks, ChunksMut};
pub use iter::Iter;
pub(crate) use joint::joint;
pub use labels::Labelling;
#[cfg(feature = "alloc")]
pub(crate) use lanes::{Lane, Lanes};
pub use methods::{
    AxisMerges, AxisMoves, AxisPlaces, AxisSizes, AxisSplits, AxisSwaps, AxisViews, AxisWindows, DiagonalsAbove,
    DiagonalsBelow, EqualParts, Expansions, Fixes, Flips, Frees, Itself, Narrows, Permutations, Renames, Reshapes,
    RunTimeNarrows, Slices, Splits, Squeezes, SteppedWindows, Stretches, Unsqueezes,
};
pub use operand::{Beside, OfElements, OneKind, Operand, OperandMut, SameElements, Stands, Values};
pub(crate) use operation::operation;
pub use part_macro::UpTo;
pub use part_mut::PartMut;
#[cfg(feature = "alloc")]
pub(crate) use rearrange::equal;
pub use rearrange::{Arrangement, rearranged};

use crate::error::{LengthError, check_length, check_sizes};
use crate::kind::{Eager, Kind, Numbers};
use crate::shape::Shape;
use crate::shape::dims::Strides;
use crate::shape::layout::{Layout, RowMajor};
use crate::shape::run_time::RunTimeSizes;

/// A tensor of shape `S` that borrows its elements, to read them; copying it copies no element.
///
/// The layout `Y` says how they lie in memory: [`RowMajor`], [`Stretched`](crate::Stretched) (some axes of size 1 read again and again), or
/// [`Strided`](crate::Strided). All that can be read from a tensor can be read from a view, and both are operands of the same operators.
///
/// ```
/// use shaped::prelude::*;
/// let bias = tensor![1.0, 2.0, 3.0];
/// let rows: View<f64, shape![2, 3], _> = bias.broadcast_to();
/// assert_eq!(rows[[1, 2]], 3.0);
/// assert_eq!(&rows + &rows, tensor![[2.0, 4.0, 6.0], [2.0, 4.0, 6.0]]);
/// ```
///
/// Invariant, of a kind whose elements are there (`Kind::NUMBERS`): for each index within the shape, `ptr` moved by the index times the strides is an element of one slice that is borrowed for
/// `'a`. So everything from the lowest of these places to the highest is elements, too, and all views of parts of a view are made by
/// `part`, which compares how far they reach.
pub struct View<'a, T, S: Shape, Y: Layout<S> = RowMajor, K: Kind<T> = Eager> {
    ptr: NonNull<T>,
    shape: S,
    layout: Y,
    note: K::Note,
    borrowed: PhantomData<&'a T>,
}

// SAFETY: a view is a shared borrow of its elements.
unsafe impl<T: Sync, S: Shape, Y: Layout<S>, K: Kind<T, Note: Send>> Send for View<'_, T, S, Y, K> {}
// SAFETY: what is shared gives out shared references only, as a slice does.
unsafe impl<T: Sync, S: Shape, Y: Layout<S>, K: Kind<T, Note: Sync>> Sync for View<'_, T, S, Y, K> {}

impl<T, S: Shape, Y: Layout<S>, K: Kind<T>> Clone for View<'_, T, S, Y, K> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, S: Shape, Y: Layout<S>, K: Kind<T>> Copy for View<'_, T, S, Y, K> {}

impl<'a, T, S: Shape> View<'a, T, S> {
    /// The elements of a slice as a tensor of shape `S`, row by row. No copy. NumPy's `a.reshape(…)` of a flat array.
    ///
    /// # Errors
    /// If the slice has not as many elements as the shape.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let data = [1, 2, 3, 4, 5, 6];
    /// let x = View::<i32, shape![2, 3]>::from_slice(&data).unwrap();
    /// assert_eq!(x[[1, 0]], 4);
    /// ```
    pub fn from_slice(elements: &'a [T]) -> Result<Self, LengthError<&'a [T]>>
    where
        S: crate::shape::StaticShape,
    {
        check_length(S::VALUE, elements.len(), elements).map(|elements| View::over(elements, S::VALUE))
    }

    /// The elements of a slice, row by row, in a shape with run-time sizes, which are given first. No copy.
    ///
    /// # Errors
    /// If the slice has not as many elements as the shape, or one name is given two sizes; the slice is handed back.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// let data = [1, 2, 3, 4, 5, 6];
    /// let x = View::<i32, shape![Batch, 3]>::from_slice_with(Batch(2), &data).unwrap();
    /// assert_eq!((x.sizes(), x[[1, 0]]), ([2, 3], 4));
    /// let error = View::<i32, shape![Batch, 3]>::from_slice_with(Batch(3), &data).unwrap_err();
    /// assert_eq!(error.to_string(), "shape [3, 3] has 9 elements, but 6 were given");
    /// ```
    pub fn from_slice_with(sizes: impl RunTimeSizes<S>, elements: &'a [T]) -> Result<Self, LengthError<&'a [T]>> {
        let (shape, elements) = check_sizes(sizes, elements.len(), elements)?;
        Ok(View::over(elements, shape))
    }

    /// A view of contiguous elements, which are as many as the shape has.
    #[inline(always)]
    pub(crate) fn over(elements: &'a [T], shape: S) -> Self {
        assert!(elements.len() >= shape.numel(), "fewer elements than the shape has");
        View { ptr: NonNull::from(elements).cast(), shape, layout: RowMajor, note: (), borrowed: PhantomData }
    }

    /// Elements of a slice as a shape and a layout, the first of them at `first`.
    ///
    /// # Panics
    /// If they reach beyond the slice.
    pub(crate) fn among<Y: Layout<S>>(elements: &'a [T], first: usize, shape: S, layout: Y) -> View<'a, T, S, Y> {
        let start = NonNull::from(elements).cast();
        if shape.numel() == 0 {
            return View { ptr: start, shape, layout, note: (), borrowed: PhantomData };
        }
        if !lies_within(elements, first, shape, layout) {
            beyond();
        }
        // SAFETY: the first place is one that is reached, so by the comparison it is within the slice; or all elements lie at one place.
        let ptr = unsafe { start.add(first) };
        // The invariant: all places that are reached are of the slice, by the comparison.
        View { ptr, shape, layout, note: (), borrowed: PhantomData }
    }

    /// The elements as a slice, row by row.
    #[inline]
    pub fn as_slice(&self) -> &'a [T] {
        // SAFETY: row-major, so by the invariant these elements lie next to each other, borrowed for `'a`.
        unsafe { slice::from_raw_parts(self.ptr.as_ptr(), self.shape.numel()) }
    }
}

impl<'a, T, S: Shape, Y: Layout<S>, K: Kind<T>> View<'a, T, S, Y, K> {
    /// The view of a shape and layout that starts `offset` elements further on. Nothing is taken from the types: the places that it reaches are
    /// compared with those that this view reaches.
    ///
    /// # Panics
    /// If it reaches further, which no view does whose types say the truth.
    #[inline(always)]
    fn part<O: Shape, Z: Layout<O>>(self, offset: isize, shape: O, layout: Z) -> View<'a, T, O, Z, K> {
        if shape.numel() == 0 {
            // A part without elements starts nowhere: its first place may lie beyond the memory.
            return View { ptr: self.ptr, shape, layout, note: self.note, borrowed: PhantomData };
        }
        let within = || {
            let (lowest, highest) = self.layout.reach(self.shape)?;
            let (low, high) = layout.reach(shape)?;
            (offset.checked_add(low)? >= lowest && offset.checked_add(high)? <= highest).then_some(())
        };
        // Elements of no bytes all lie at one place.
        if self.shape.numel() == 0 || size_of::<T>() != 0 && within().is_none() {
            beyond();
        }
        let ptr = if const { K::NUMBERS } {
            // SAFETY: the first place of the part is one that it reaches, so by the comparison it lies between the lowest and the highest place
            // of this view, which are in one slice; or all elements lie at one place.
            unsafe { self.ptr.offset(offset) }
        } else {
            self.moved(offset)
        };
        // The invariant: all places that the part reaches lie between places of this view, by the comparison.
        View { ptr, shape, layout, note: self.note, borrowed: PhantomData }
    }

    /// Where an element would be that is so far on, of a kind without elements: an address that nobody reads, by which the view is found again in
    /// the tensor that it is a part of.
    #[inline]
    fn moved(&self, offset: isize) -> NonNull<T> {
        NonNull::new(self.ptr.as_ptr().wrapping_offset(offset)).unwrap_or(self.ptr)
    }

    #[inline(always)]
    pub(crate) fn shape(&self) -> S {
        self.shape
    }

    /// The same elements beside what knows `note` of them, from the first one on.
    #[inline(always)]
    pub(crate) fn known<G: Kind<T>>(self, note: G::Note) -> View<'a, T, S, Y, G>
    where
        K: Numbers<T>,
    {
        // The invariant is the view's own: a kind of `Numbers` has elements. Of a kind without them it starts where all its tensors do.
        let ptr = if const { G::NUMBERS } { self.ptr } else { NonNull::dangling() };
        View { ptr, shape: self.shape, layout: self.layout, note, borrowed: PhantomData }
    }

    #[inline(always)]
    pub(crate) fn note(&self) -> K::Note {
        self.note
    }

    #[inline(always)]
    pub(crate) fn strides_by_axis(&self) -> Strides {
        self.layout.strides(self.shape)
    }
}

impl<'a, T, S: Shape, K: Kind<T>> View<'a, T, S, RowMajor, K> {
    /// A view of all that a tensor holds.
    ///
    /// # Panics
    /// If the tensor has its elements, and fewer than the shape.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn of(storage: &'a K::Storage, shape: S) -> Self {
        let (ptr, note) = start::<T, K>(storage, shape.numel());
        View { ptr, shape, layout: RowMajor, note, borrowed: PhantomData }
    }
}

/// Where the elements of a tensor start, if it has its elements; then there are `numel` of them. One function for all shapes.
///
/// # Panics
/// If there are fewer.
#[cfg(feature = "alloc")]
#[inline]
fn start<T, K: Kind<T>>(storage: &K::Storage, numel: usize) -> (NonNull<T>, K::Note) {
    let (elements, note) = K::look(storage);
    let Some(elements) = elements else { return (NonNull::dangling(), note) };
    assert!(elements.len() >= numel, "fewer elements than the shape has");
    (NonNull::from(elements).cast(), note)
}

impl<'a, T, S: Shape, K: Kind<T>> View<'a, T, S, RowMajor, K> {
    /// The elements from one on, row by row, as another shape.
    ///
    /// # Panics
    /// If there are fewer.
    #[inline]
    pub(crate) fn at_place<O: Shape>(self, place: usize, shape: O) -> View<'a, T, O, RowMajor, K> {
        self.part(place as isize, shape, RowMajor)
    }
}

impl<'a, T, S: Shape> View<'a, T, S> {
    /// The same view beside one of another kind: what no tensor of that kind holds.
    #[inline(always)]
    pub(crate) fn foreign<K: Kind<T>>(self, note: K::Note) -> View<'a, T, S, RowMajor, K> {
        // The invariant is the view's own.
        self.known(K::foreign(note, self.as_slice()))
    }
}

impl<'a, T, S: Shape, Y: Layout<S>, K: Kind<T>> View<'a, T, S, Y, K> {
    /// The same view, of elements that are only read, if they are there.
    #[inline(always)]
    pub(crate) fn read(self) -> Option<View<'a, T, S, Y>> {
        // The invariant is the view's own.
        let read = View { ptr: self.ptr, shape: self.shape, layout: self.layout, note: (), borrowed: PhantomData };
        const { K::NUMBERS }.then_some(read)
    }
}

impl<'a, T, S: Shape, Y: Layout<S>, K: Numbers<T>> View<'a, T, S, Y, K> {
    /// The same view, of elements that are only read.
    #[inline(always)]
    pub(crate) fn numbers(self) -> View<'a, T, S, Y> {
        self.known(())
    }
}

/// What is read of it.
impl<'a, T, S: Shape, Y: Layout<S>> View<'a, T, S, Y> {
    #[inline(always)]
    pub(crate) fn as_ptr(&self) -> *const T {
        self.ptr.as_ptr()
    }

    /// All that lies between the lowest and the highest element that the view reaches, these two included.
    #[cfg(feature = "alloc")]
    pub(crate) fn reached(&self) -> &'a [T] {
        if self.shape.numel() == 0 {
            return &[];
        }
        let (low, high) = self.layout.reach(self.shape).expect("by the invariant it lies in memory");
        // SAFETY: by the invariant the lowest place that it reaches is an element of the slice that it lies in.
        let lowest = unsafe { self.ptr.as_ptr().offset(low) };
        // SAFETY: by the invariant all elements from the lowest to the highest are of that slice, borrowed for `'a`.
        unsafe { slice::from_raw_parts(lowest, (high - low) as usize + 1) }
    }

    /// The element at an index, if there is one.
    #[inline]
    pub(crate) fn element(&self, index: &[usize]) -> Option<&'a T> {
        let offset = offset(index, self.shape, &self.strides_by_axis())?;
        // SAFETY: the index is within the shape, so by the invariant this is an element.
        let place = unsafe { self.ptr.as_ptr().offset(offset) };
        // SAFETY: it is borrowed for `'a`.
        Some(unsafe { &*place })
    }
}

/// A tensor of shape `S` that borrows its elements, to change them.
///
/// Only views of distinct elements can be changed: there is no `ViewMut` with a stretched axis.
///
/// ```
/// use shaped::prelude::*;
/// let mut x = tensor![[1.0, 2.0], [3.0, 4.0]];
/// let mut view = x.view_mut();
/// view += 1.0;
/// view[[0, 0]] = 0.0;
/// assert_eq!(x, tensor![[0.0, 3.0], [4.0, 5.0]]);
/// ```
pub struct ViewMut<'a, T, S: Shape> {
    elements: &'a mut [T],
    shape: S,
}

impl<'a, T, S: Shape> ViewMut<'a, T, S> {
    /// The elements of a slice as a tensor of shape `S`, row by row. No copy.
    ///
    /// # Errors
    /// If the slice has not as many elements as the shape.
    pub fn from_slice(elements: &'a mut [T]) -> Result<Self, LengthError<&'a mut [T]>>
    where
        S: crate::shape::StaticShape,
    {
        let len = elements.len();
        check_length(S::VALUE, len, elements).map(|elements| ViewMut { elements, shape: S::VALUE })
    }

    /// The elements of a slice, row by row, in a shape with run-time sizes, which are given first. No copy.
    ///
    /// # Errors
    /// If the slice has not as many elements as the shape, or one name is given two sizes; the slice is handed back.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let mut x = ViewMut::<i32, shape![Batch, 3]>::from_slice_with(Batch(2), &mut data).unwrap();
    /// x += &tensor![10, 0, 0];
    /// assert_eq!(data, [11, 2, 3, 14, 5, 6]);
    /// ```
    pub fn from_slice_with(
        sizes: impl RunTimeSizes<S>,
        elements: &'a mut [T],
    ) -> Result<Self, LengthError<&'a mut [T]>> {
        let (shape, elements) = check_sizes(sizes, elements.len(), elements)?;
        Ok(ViewMut { elements, shape })
    }

    /// The elements as a slice, row by row.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        self.elements
    }

    /// The elements as a slice, row by row, for as long as they are borrowed.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// fn first<S: Shape>(x: ViewMut<'_, i32, S>) -> Option<&mut i32> {
    ///     x.into_mut_slice().first_mut()
    /// }
    /// let mut x = tensor![[1, 2], [3, 4]];
    /// *first(x.view_mut()).unwrap() = 7;
    /// assert_eq!(x, tensor![[7, 2], [3, 4]]);
    /// ```
    #[inline]
    pub fn into_mut_slice(self) -> &'a mut [T] {
        self.elements
    }

    /// A shorter borrow of the same elements.
    #[inline]
    pub fn reborrow(&mut self) -> ViewMut<'_, T, S> {
        ViewMut { elements: self.elements, shape: self.shape }
    }

    #[inline(always)]
    pub(crate) fn over(elements: &'a mut [T], shape: S) -> Self {
        debug_assert_eq!(elements.len(), shape.numel());
        ViewMut { elements, shape }
    }

    #[inline(always)]
    pub(crate) fn shared(&self) -> (&[T], S) {
        (self.elements, self.shape)
    }

    #[cfg(feature = "ndarray")]
    pub(crate) fn into_parts(self) -> (&'a mut [T], S) {
        (self.elements, self.shape)
    }

    #[inline(always)]
    pub(crate) fn parts(&mut self) -> (&mut [T], S) {
        (self.elements, self.shape)
    }
}

operand::operand! { [T, S: Shape] ViewMut<'_, T, S>: View<T, S, RowMajor, Eager>, |x| View::over(x.elements, x.shape) }

/// Whether a shape and a layout, the first element at `first`, reach no further than a slice. Elements of no bytes all lie at one place.
fn lies_within<T, S: Shape, Y: Layout<S>>(elements: &[T], first: usize, shape: S, layout: Y) -> bool {
    let within = || {
        let (first, (low, high)) = (isize::try_from(first).ok()?, layout.reach(shape)?);
        Some(first.checked_add(low)? >= 0 && first.checked_add(high)? < elements.len() as isize)
    };
    shape.numel() == 0 || !elements.is_empty() && (size_of::<T>() == 0 || within() == Some(true))
}

#[cold]
#[inline(never)]
fn beyond() -> ! {
    panic!("a view of more elements than there are")
}

/// How far the element at an index, outermost axis first, lies from the first one; `None` outside the shape.
#[inline]
pub(crate) fn offset<S: Shape>(index: &[usize], shape: S, strides: &Strides) -> Option<isize> {
    let dims = shape.dims();
    if index.len() != dims.rank {
        return None;
    }
    let mut offset = 0;
    for (axis, &i) in index.iter().rev().enumerate() {
        if i >= dims.sizes[axis] {
            return None;
        }
        offset += i as isize * strides[axis];
    }
    Some(offset)
}

#[diagnostic::do_not_recommend]
impl<T: PartialEq, S: Shape, Y: Layout<S>, Z: Layout<S>> PartialEq<View<'_, T, S, Z>> for View<'_, T, S, Y> {
    /// Whether all elements are equal; views of two shapes do not compare.
    fn eq(&self, other: &View<'_, T, S, Z>) -> bool {
        self.shape.sizes() == other.shape.sizes() && self.iter().eq(other.iter())
    }
}
