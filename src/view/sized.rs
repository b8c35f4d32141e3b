//! Slices whose sizes are numbers, known when the program runs: what other libraries have. Both ways.

use super::{View, ViewMut, lies_within};
use crate::error::{ArrayError, check_count, check_found};
use crate::shape::Shape;
use crate::shape::dims::MAX_RANK;
use crate::shape::layout::{Layout, Strided};

impl<'a, T, S: Shape> View<'a, T, S> {
    /// The elements of a slice, row by row, and sizes that only the program's data know, such as those of another library's array: `(4, 3) -> [4, 3]`, or
    /// `[Batch, 3]`. No copy.
    ///
    /// Where the program knows the sizes, [`from_slice`](View::from_slice) and [`from_slice_with`](View::from_slice_with) compare less.
    ///
    /// # Errors
    /// If these are not the shape's sizes, or the slice has not as many elements.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// let data = [1, 2, 3, 4, 5, 6];
    /// let x = View::<i32, shape![Batch, 3]>::from_slice_sized(&[2, 3], &data)?;
    /// assert_eq!((x.sizes(), x[[1, 0]]), ([2, 3], 4));
    /// let error = View::<i32, shape![Batch, 4]>::from_slice_sized(&[2, 3], &data).unwrap_err();
    /// assert_eq!(error.to_string(), "an array of shape [2, 3] is no tensor of shape [Batch, 4]: axis 1 has size 3");
    /// # Ok::<(), shaped::ArrayError<()>>(())
    /// ```
    pub fn from_slice_sized(sizes: &[usize], elements: &'a [T]) -> Result<Self, ArrayError<()>> {
        let (shape, ()) = check_count(sizes, elements.len(), ())?;
        Ok(View::over(elements, shape))
    }
}

impl<'a, T, S: Shape> View<'a, T, S, Strided> {
    /// The elements of a slice in any order: an index leads to the place `first`, moved by the index times the strides, which count elements. Some may be left
    /// out, or read more than once. `(4, 3) -> [4, 3]`. No copy. PyTorch's and NumPy's `as_strided`, within the slice.
    ///
    /// # Errors
    /// If these are not the shape's sizes, there are more strides or fewer, or an index would lead beyond the slice.
    ///
    /// ```
    /// use shaped::{Strided, prelude::*};
    /// let data = [1, 2, 3, 4, 5, 6];
    /// let turned = View::<i32, shape![3, 2], Strided>::from_slice_strided(&[3, 2], &[1, 3], 0, &data)?;
    /// assert_eq!(turned, tensor![[1, 4], [2, 5], [3, 6]]);
    /// let windows = View::<i32, shape![4, 3], Strided>::from_slice_strided(&[4, 3], &[1, 1], 0, &data)?;
    /// assert_eq!(windows.sum(Axis::<-1>), tensor![6, 9, 12, 15]);
    /// let error = View::<i32, shape![4, 3], Strided>::from_slice_strided(&[4, 3], &[2, 1], 0, &data).unwrap_err();
    /// assert_eq!(error.to_string(), "an array of shape [4, 3] with strides [2, 1] from place 0 on reaches beyond 6 elements");
    /// # Ok::<(), shaped::ArrayError<()>>(())
    /// ```
    pub fn from_slice_strided(
        sizes: &[usize],
        strides: &[isize],
        first: usize,
        elements: &'a [T],
    ) -> Result<Self, ArrayError<()>> {
        let (shape, ()) = check_found::<S, _>(sizes, ())?;
        let mut steps = [0; MAX_RANK];
        if strides.len() == sizes.len() {
            for (to, from) in steps.iter_mut().zip(strides.iter().rev()) {
                *to = *from;
            }
            let layout = Strided(steps);
            if lies_within(elements, first, shape, layout) {
                return Ok(View::among(elements, first, shape, layout));
            }
        }
        Err(ArrayError::beyond::<S>(sizes, strides, first, elements.len()))
    }
}

impl<'a, T, S: Shape, Y: Layout<S>> View<'a, T, S, Y> {
    /// All that lies between the lowest and the highest element of the view, these two included, and where among it the first element is: with
    /// [`sizes`](crate::Operand::sizes) and [`strides`](crate::Operand::strides) what views of other libraries are made of. No copy. The way back is
    /// [`from_slice_strided`](View::from_slice_strided).
    ///
    /// ```
    /// use shaped::{Strided, prelude::*};
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// let part = x.flip(Axis::<1>);
    /// let (elements, first) = part.as_strided_slice();
    /// assert_eq!((elements, first, part.strides()), ([1, 2, 3, 4, 5, 6].as_slice(), 2, [3, -1]));
    /// let again = View::<i32, shape![2, 3], Strided>::from_slice_strided(&part.sizes(), &part.strides(), first, elements)?;
    /// assert_eq!(again, tensor![[3, 2, 1], [6, 5, 4]]);
    /// # Ok::<(), shaped::ArrayError<()>>(())
    /// ```
    pub fn as_strided_slice(&self) -> (&'a [T], usize) {
        let elements = self.reached();
        let lowest = if elements.is_empty() { 0 } else { self.layout.reach(self.shape).map_or(0, |(low, _)| low) };
        (elements, lowest.unsigned_abs())
    }
}

impl<'a, T, S: Shape> ViewMut<'a, T, S> {
    /// The elements of a slice, row by row, and sizes that only the program's data know: [`View::from_slice_sized`] to change them. No copy.
    ///
    /// # Errors
    /// If these are not the shape's sizes, or the slice has not as many elements. It is handed back.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// let mut data = [1, 2, 3, 4];
    /// let mut x = ViewMut::<i32, shape![Batch, 2]>::from_slice_sized(&[2, 2], &mut data).unwrap();
    /// x += &tensor![10, 0];
    /// assert_eq!(data, [11, 2, 13, 4]);
    /// ```
    pub fn from_slice_sized(sizes: &[usize], elements: &'a mut [T]) -> Result<Self, ArrayError<&'a mut [T]>> {
        let (shape, elements) = check_count(sizes, elements.len(), elements)?;
        Ok(ViewMut::over(elements, shape))
    }
}
