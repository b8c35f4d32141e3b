//! ndarray: an array has its number of axes in its type, a tensor its sizes too.

use alloc::vec::Vec;

use ndarray::{
    Array, ArrayD, ArrayView, ArrayViewD, ArrayViewMut, ArrayViewMutD, Axis, Dimension, Ix0, Ix1, Ix2, Ix3, Ix4, Ix5,
    Ix6, IxDyn, ShapeBuilder,
};

use crate::error::ArrayError;
use crate::shape::Shape;
use crate::shape::dims::MAX_RANK;
use crate::shape::layout::{Layout, Strided};
use crate::shape::list::of_sizes;
use crate::shape::size::Size;
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::{Operand, View, ViewMut};

/// Shapes that have as many axes as an array of dimension `D`: `shape![4, 3]` and `Ix2`, every shape and `IxDyn`.
#[diagnostic::on_unimplemented(
    message = "an array of dimension `{D}` has not as many axes as a tensor of shape `{Self}`",
    label = "another number of axes",
    note = "`ndarray::ArrayD` has any number of axes"
)]
pub trait ArrayAxes<D>: Shape {}

impl<S: Shape> ArrayAxes<IxDyn> for S {}

macro_rules! array_axes {
    ($($dimension:ident: $shape:ty, $($size:ident)*;)*) => { $(
        impl<$($size: Size),*> ArrayAxes<$dimension> for $shape {}
    )* };
}
array_axes! {
    Ix0: (), ;
    Ix1: ((), A), A;
    Ix2: (((), A), B), A B;
    Ix3: ((((), A), B), C), A B C;
    Ix4: (((((), A), B), C), D), A B C D;
    Ix5: ((((((), A), B), C), D), E), A B C D E;
    Ix6: (((((((), A), B), C), D), E), F), A B C D E F;
}

const SIZES: &str = "ndarray counts the sizes other than 0 up to `isize::MAX`";
const AXES: &str = "as many axes, by the type";

fn sizes<S: Shape>(shape: S) -> Vec<usize> {
    shape.sizes().as_ref().to_vec()
}

impl<T, S: ArrayAxes<D>, D: Dimension> From<Tensor<T, S>> for Array<T, D> {
    /// The same elements as an array: `[4, 3] -> (4, 3)`. Takes the memory over where it came from a vector or an array; other memory of 1024 bytes and
    /// more is aligned as no `Vec` is, and is copied.
    ///
    /// # Panics
    /// If the sizes other than 0 have a product beyond `isize::MAX`, which a tensor without elements can have and an array cannot.
    ///
    /// ```
    /// use ndarray::{Array2, array};
    /// use shaped::prelude::*;
    /// let a: Array2<i32> = tensor![[1, 2, 3], [4, 5, 6]].into();
    /// assert_eq!(a, array![[1, 2, 3], [4, 5, 6]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use ndarray::Array3;
    /// use shaped::prelude::*;
    /// let a: Array3<i32> = tensor![[1, 2, 3], [4, 5, 6]].into();
    /// ```
    fn from(x: Tensor<T, S>) -> Self {
        let sizes = sizes(x.view().shape());
        ArrayD::from_shape_vec(sizes, x.into_vec()).expect(SIZES).into_dimensionality().expect(AXES)
    }
}

impl<T: Clone, S: Shape, D: Dimension> TryFrom<Array<T, D>> for Tensor<T, S> {
    type Error = ArrayError<Array<T, D>>;

    /// The same elements as a tensor: `(4, 3) -> [4, 3]`, or `[Batch, 3]`. Takes the memory over if the array is row by row in memory, as
    /// arrays are; one that is transposed or cut is copied.
    ///
    /// # Errors
    /// If the array has other sizes. It is handed back.
    ///
    /// ```
    /// use ndarray::array;
    /// use shaped::prelude::*;
    /// let x = Tensor::<i32, shape![2, 3]>::try_from(array![[1, 2, 3], [4, 5, 6]])?;
    /// assert_eq!(x, tensor![[1, 2, 3], [4, 5, 6]]);
    /// # Ok::<(), shaped::ArrayError<ndarray::Array2<i32>>>(())
    /// ```
    fn try_from(array: Array<T, D>) -> Result<Self, Self::Error> {
        let Some(shape) = of_sizes(array.shape()) else {
            let found = array.shape().to_vec();
            return Err(ArrayError::sizes::<S>(found, array));
        };
        if !array.is_standard_layout() {
            return Ok(Tensor::from_parts(Buffer::from_iter(array.len(), array.iter().cloned()), shape));
        }
        // The vector is the elements and what a cut has left in front of them and behind.
        let len = array.len();
        let (mut elements, start) = array.into_raw_vec_and_offset();
        let start = start.unwrap_or(0);
        elements.truncate(start + len);
        elements.drain(..start);
        Ok(Tensor::from_parts(Buffer::from_vec(elements), shape))
    }
}

impl<T: Clone, S: Shape, D: Dimension> TryFrom<ArrayView<'_, T, D>> for Tensor<T, S> {
    type Error = ArrayError<()>;

    /// A copy of the elements, however they lie: `(4, 3) -> [4, 3]`.
    ///
    /// # Errors
    /// If the array has other sizes.
    ///
    /// ```
    /// use ndarray::{array, s};
    /// use shaped::prelude::*;
    /// let a = array![[1, 2, 3], [4, 5, 6]];
    /// let x = Tensor::<i32, shape![2, 2]>::try_from(a.slice(s![.., ..;2]))?;
    /// assert_eq!(x, tensor![[1, 3], [4, 6]]);
    /// # Ok::<(), shaped::ArrayError<()>>(())
    /// ```
    fn try_from(array: ArrayView<'_, T, D>) -> Result<Self, Self::Error> {
        match of_sizes(array.shape()) {
            Some(shape) => Ok(Tensor::from_parts(Buffer::from_iter(array.len(), array.iter().cloned()), shape)),
            None => Err(ArrayError::sizes::<S>(array.shape().to_vec(), ())),
        }
    }
}

impl<'a, T, S: ArrayAxes<D>, Y: Layout<S>, D: Dimension> From<View<'a, T, S, Y>> for ArrayView<'a, T, D> {
    /// The same elements, borrowed, however they lie: `[4, 3] -> (4, 3)`. No copy; stretched axes have stride 0 here and there.
    ///
    /// # Panics
    /// As for a tensor that becomes an array.
    ///
    /// ```
    /// use ndarray::{ArrayView2, array};
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// let a: ArrayView2<i32> = x.flip(Axis::<1>).into();
    /// assert_eq!(a, array![[3, 2, 1], [6, 5, 4]]);
    /// ```
    fn from(x: View<'a, T, S, Y>) -> Self {
        let reached = x.reached();
        // Without elements there is nowhere to step to, and ndarray compares steps with the memory.
        let by_axis = if reached.is_empty() { [0; MAX_RANK] } else { x.strides_by_axis() };
        let strides = by_axis[..S::RANK].iter().rev();
        // What goes backwards is turned once the array is made: then its first place is the lowest.
        let steps: Vec<usize> = strides.clone().map(|stride| stride.unsigned_abs()).collect();
        let mut array = ArrayViewD::from_shape(sizes(x.shape()).strides(steps), reached).expect(SIZES);
        for (axis, _) in strides.enumerate().filter(|(_, stride)| **stride < 0) {
            array.invert_axis(Axis(axis));
        }
        array.into_dimensionality().expect(AXES)
    }
}

impl<'a, T, S: ArrayAxes<D>, D: Dimension> From<&'a Tensor<T, S>> for ArrayView<'a, T, D> {
    /// The same elements, borrowed: `[4, 3] -> (4, 3)`. No copy.
    ///
    /// # Panics
    /// As for a tensor that becomes an array.
    fn from(x: &'a Tensor<T, S>) -> Self {
        x.view().into()
    }
}

impl<'a, T, S: Shape, D: Dimension> TryFrom<ArrayView<'a, T, D>> for View<'a, T, S> {
    type Error = ArrayError<ArrayView<'a, T, D>>;

    /// The same elements, borrowed, of an array that is row by row in memory: `(4, 3) -> [4, 3]`. No copy.
    ///
    /// # Errors
    /// If the array has other sizes, or does not lie row by row without gaps.
    ///
    /// ```
    /// use ndarray::array;
    /// use shaped::prelude::*;
    /// let a = array![[1, 2, 3], [4, 5, 6]];
    /// let x = View::<i32, shape![2, 3]>::try_from(a.view()).unwrap();
    /// assert_eq!(x + &tensor![1, 0, 0], tensor![[2, 2, 3], [5, 5, 6]]);
    /// ```
    fn try_from(array: ArrayView<'a, T, D>) -> Result<Self, Self::Error> {
        match (of_sizes(array.shape()), array.to_slice()) {
            (Some(shape), Some(elements)) => Ok(View::over(elements, shape)),
            (Some(_), None) => Err(ArrayError::order::<S>(array.shape().to_vec(), array)),
            (None, _) => Err(ArrayError::sizes::<S>(array.shape().to_vec(), array)),
        }
    }
}

impl<'a, T, S: Shape, D: Dimension> TryFrom<ArrayView<'a, T, D>> for View<'a, T, S, Strided> {
    type Error = ArrayError<ArrayView<'a, T, D>>;

    /// The same elements, borrowed, of an array that has no gaps in memory, in whatever order: transposed, turned, columns first. `(4, 3) -> [4, 3]`.
    /// No copy.
    ///
    /// # Errors
    /// If the array has other sizes, or has gaps: between them others may be changing what is there.
    ///
    /// ```
    /// use ndarray::array;
    /// use shaped::{Strided, prelude::*};
    /// let a = array![[1, 2, 3], [4, 5, 6]];
    /// let x = View::<i32, shape![3, 2], Strided>::try_from(a.t()).unwrap();
    /// assert_eq!(x.to_tensor(), tensor![[1, 4], [2, 5], [3, 6]]);
    /// ```
    fn try_from(array: ArrayView<'a, T, D>) -> Result<Self, Self::Error> {
        let Some(shape) = of_sizes::<S>(array.shape()) else {
            return Err(ArrayError::sizes::<S>(array.shape().to_vec(), array));
        };
        let Some(elements) = array.to_slice_memory_order() else {
            return Err(ArrayError::order::<S>(array.shape().to_vec(), array));
        };
        let mut strides = [0; MAX_RANK];
        let mut first = 0;
        for (to, (&stride, &size)) in strides.iter_mut().zip(array.strides().iter().zip(array.shape()).rev()) {
            *to = stride;
            first += stride.min(0).unsigned_abs() * size.saturating_sub(1);
        }
        Ok(View::among(elements, first, shape, Strided(strides)))
    }
}

impl<'a, T, S: ArrayAxes<D>, D: Dimension> From<ViewMut<'a, T, S>> for ArrayViewMut<'a, T, D> {
    /// The same elements, borrowed to be changed: `[4, 3] -> (4, 3)`. No copy.
    ///
    /// # Panics
    /// As for a tensor that becomes an array.
    ///
    /// ```
    /// use ndarray::ArrayViewMut2;
    /// use shaped::prelude::*;
    /// let mut x = tensor![[1, 2], [3, 4]];
    /// let mut a: ArrayViewMut2<i32> = x.view_mut().into();
    /// a[[1, 0]] = 7;
    /// assert_eq!(x, tensor![[1, 2], [7, 4]]);
    /// ```
    fn from(x: ViewMut<'a, T, S>) -> Self {
        let (elements, shape) = x.into_parts();
        ArrayViewMutD::from_shape(sizes(shape), elements).expect(SIZES).into_dimensionality().expect(AXES)
    }
}

impl<'a, T, S: ArrayAxes<D>, D: Dimension> From<&'a mut Tensor<T, S>> for ArrayViewMut<'a, T, D> {
    /// The same elements, borrowed to be changed: `[4, 3] -> (4, 3)`. No copy.
    ///
    /// # Panics
    /// As for a tensor that becomes an array.
    fn from(x: &'a mut Tensor<T, S>) -> Self {
        x.view_mut().into()
    }
}

impl<'a, T, S: Shape, D: Dimension> TryFrom<ArrayViewMut<'a, T, D>> for ViewMut<'a, T, S> {
    type Error = ArrayError<ArrayViewMut<'a, T, D>>;

    /// The same elements, borrowed to be changed, of an array that is row by row in memory: `(4, 3) -> [4, 3]`. No copy.
    ///
    /// # Errors
    /// If the array has other sizes, or does not lie row by row without gaps.
    ///
    /// ```
    /// use ndarray::array;
    /// use shaped::prelude::*;
    /// let mut a = array![[1, 2, 3], [4, 5, 6]];
    /// let mut x = ViewMut::<i32, shape![2, 3]>::try_from(a.view_mut()).unwrap();
    /// x += &tensor![10, 0, 0];
    /// assert_eq!(a, array![[11, 2, 3], [14, 5, 6]]);
    /// ```
    fn try_from(array: ArrayViewMut<'a, T, D>) -> Result<Self, Self::Error> {
        let found = array.shape().to_vec();
        let Some(shape) = of_sizes(&found) else { return Err(ArrayError::sizes::<S>(found, array)) };
        if !array.is_standard_layout() {
            return Err(ArrayError::order::<S>(found, array));
        }
        Ok(ViewMut::over(array.into_slice().expect("it is row by row"), shape))
    }
}
