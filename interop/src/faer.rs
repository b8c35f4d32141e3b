//! faer: matrices whose sizes are numbers, and whose columns may have gaps behind them.
//!
//! ```
//! use faer::{Mat, MatRef, mat};
//! use shaped::{Strided, prelude::*};
//! use shaped_interop::faer::{AsFaer, AsFaerMut, FromFaer};
//! axis!(Rows);
//!
//! let x = tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
//! let product: Mat<f64> = x.as_faer() * x.transpose().as_faer(); // neither is copied: [2, 3] x [3, 2]
//! assert_eq!(Tensor::<f64, shape![2, 2]>::from_faer(&product)?, tensor![[14.0, 32.0], [32.0, 77.0]]);
//!
//! let error = Tensor::<f64, shape![Rows, 3]>::from_faer(&product).unwrap_err();
//! assert_eq!(error.to_string(), "an array of shape [2, 2] is no tensor of shape [Rows, 3]: axis 1 has size 2");
//! # Ok::<(), shaped::ArrayError<()>>(())
//! ```

use std::slice;

use faer::{ColRef, Mat, MatMut, MatRef};
use shaped::prelude::*;
use shaped::{ArrayError, OperandMut, Strided, Values};

/// Shapes of two axes, which a faer matrix has.
#[diagnostic::on_unimplemented(
    message = "a faer matrix has two axes, and a tensor of shape `{Self}` has not",
    label = "another number of axes",
    note = "`x.unsqueeze(Axis::<-1>)` makes one column of a vector, and `x.index_axis(Axis::<0>, i)` one matrix of a stack"
)]
pub trait TwoAxes: Shape {}
impl<A: Size, B: Size> TwoAxes for (((), A), B) {}

/// Tensors and views of matrices, as faer reads them.
pub trait AsFaer: Values<Shape: TwoAxes> {
    /// The same matrix, borrowed, however it lies: `[4, 3] -> 4 x 3`. No copy; a stretched axis has stride 0 there, too.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// use shaped_interop::faer::AsFaer;
    /// let x = Tensor::<f64, shape![4, 3]>::arange();
    /// let m = x.transpose().flip(Axis::<0>);
    /// assert_eq!((m.as_faer().nrows(), m.as_faer()[(0, 1)]), (3, 5.0));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// use shaped_interop::faer::AsFaer;
    /// let x = Tensor::<f64, shape![2, 4, 3]>::arange();
    /// x.as_faer();
    /// ```
    fn as_faer(&self) -> MatRef<'_, Self::Elem> {
        let (x, (sizes, strides)) = (self.view(), (self.sizes(), self.strides()));
        let (elements, first) = x.as_strided_slice();
        let (&[rows, columns], &[down, along]) = (sizes.as_ref(), strides.as_ref()) else {
            unreachable!("it has two axes")
        };
        if elements.is_empty() {
            return MatRef::from_column_major_slice(elements, rows, columns);
        }
        assert!(lies_within([rows, columns], [down, along], first, elements.len()), "a view lies within its slice");
        // SAFETY: the first place is one of the slice, by the comparison.
        let first = unsafe { elements.as_ptr().add(first) };
        // SAFETY: by the comparison every index within these sizes leads to an element of the slice, which is borrowed to be read as long as `self`.
        unsafe { MatRef::from_raw_parts(first, rows, columns, down, along) }
    }

    /// The same matrix as one of faer's own: `[4, 3] -> 4 x 3`. Copies the elements, which lie in another order there.
    fn to_faer(&self) -> Mat<Self::Elem>
    where
        Self::Elem: Clone,
    {
        let m = self.as_faer();
        Mat::from_fn(m.nrows(), m.ncols(), |row, column| m[(row, column)].clone())
    }
}

impl<X: Values<Shape: TwoAxes>> AsFaer for X {}

/// Whether every index within the sizes, of which none is 0, leads from the first place to one of so many.
fn lies_within(sizes: [usize; 2], strides: [isize; 2], first: usize, len: usize) -> bool {
    let reach = || {
        let (mut low, mut high) = (isize::try_from(first).ok()?, isize::try_from(first).ok()?);
        for (size, stride) in sizes.into_iter().zip(strides) {
            let way = isize::try_from(size.checked_sub(1)?).ok()?.checked_mul(stride)?;
            low = low.checked_add(way.min(0))?;
            high = high.checked_add(way.max(0))?;
        }
        Some((low, high))
    };
    reach().is_some_and(|(low, high)| low >= 0 && usize::try_from(high).is_ok_and(|high| high < len))
}

/// Tensors and views of matrices, as faer changes them.
pub trait AsFaerMut: OperandMut<Shape: TwoAxes> {
    /// The same matrix, borrowed to be changed: `[4, 3] -> 4 x 3`. No copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// use shaped_interop::faer::AsFaerMut;
    /// let mut x = tensor![[1.0, 2.0], [3.0, 4.0]];
    /// x.as_faer_mut()[(1, 0)] = 7.0;
    /// assert_eq!(x, tensor![[1.0, 2.0], [7.0, 4.0]]);
    /// ```
    fn as_faer_mut(&mut self) -> MatMut<'_, Self::Elem>;
}

impl<X: OperandMut<Shape: TwoAxes>> AsFaerMut for X {
    fn as_faer_mut(&mut self) -> MatMut<'_, Self::Elem> {
        let sizes = self.sizes();
        let &[rows, columns] = sizes.as_ref() else { unreachable!("it has two axes") };
        MatMut::from_row_major_slice_mut(self.to_view_mut().into_mut_slice(), rows, columns)
    }
}

/// What is made of faer's matrices and vectors, which are `Source`.
pub trait FromFaer<Source>: Sized {
    /// The same elements: `4 x 3 -> [4, 3]`, or `[Rows, 3]`. A tensor is a copy. A view is none, of matrices that lie column by column or row by row without
    /// gaps: faer aligns the columns of its own, `Mat`, so that there are gaps where the number of rows is no multiple of what a cache line holds (of `f64`: 8).
    ///
    /// # Errors
    /// If there are other sizes; of a view, if there are gaps.
    ///
    /// ```
    /// use faer::Mat;
    /// use shaped::{Strided, prelude::*};
    /// use shaped_interop::faer::FromFaer;
    /// axis!(Rows);
    /// let m = Mat::from_fn(8, 3, |i, j| (10 * i + j) as f64);
    /// let x = View::<f64, shape![Rows, 3], Strided>::from_faer(m.as_ref())?;
    /// assert_eq!((x[[7, 2]], std::ptr::eq(&x[[0, 0]], &m[(0, 0)])), (72.0, true));
    /// assert!(View::<f64, shape![8, 2], Strided>::from_faer(m.as_ref()).is_err());
    /// # Ok::<(), shaped::ArrayError<()>>(())
    /// ```
    fn from_faer(source: Source) -> Result<Self, ArrayError<()>>;
}

impl<T: Clone, A: Size, B: Size> FromFaer<MatRef<'_, T>> for Tensor<T, (((), A), B)> {
    fn from_faer(m: MatRef<'_, T>) -> Result<Self, ArrayError<()>> {
        let (rows, columns) = (m.nrows(), m.ncols());
        let elements = (0..rows).flat_map(|row| (0..columns).map(move |column| m[(row, column)].clone())).collect();
        Tensor::from_vec_sized(&[rows, columns], elements).map_err(|error| error.with_data(()))
    }
}

impl<T: Clone, A: Size, B: Size> FromFaer<&Mat<T>> for Tensor<T, (((), A), B)> {
    fn from_faer(m: &Mat<T>) -> Result<Self, ArrayError<()>> {
        Self::from_faer(m.as_ref())
    }
}

impl<'a, T, A: Size, B: Size> FromFaer<MatRef<'a, T>> for View<'a, T, (((), A), B), Strided> {
    fn from_faer(m: MatRef<'a, T>) -> Result<Self, ArrayError<()>> {
        let (sizes, strides) = ([m.nrows(), m.ncols()], [m.row_stride(), m.col_stride()]);
        // The stride of an axis of one element is never taken.
        let is = |axis: usize, stride: usize| sizes[axis] == 1 || strides[axis] == stride as isize;
        let (by_columns, by_rows) = (is(0, 1) && is(1, sizes[0]), is(1, 1) && is(0, sizes[1]));
        let elements: &'a [T] = match sizes[0].checked_mul(sizes[1]) {
            Some(0) => &[],
            // SAFETY: by the comparison the places of the matrix are as many as its elements and lie next to each other from the first on; faer
            // promises that they are elements, borrowed for `'a`.
            Some(numel) if by_columns || by_rows => unsafe { slice::from_raw_parts(m.as_ptr(), numel) },
            _ => return Err(ArrayError::order::<(((), A), B)>(sizes.to_vec(), ())),
        };
        let steps = if by_columns { [1, sizes[0] as isize] } else { [sizes[1] as isize, 1] };
        View::from_slice_strided(&sizes, &steps, 0, elements)
    }
}

impl<'a, T, A: Size> FromFaer<ColRef<'a, T>> for View<'a, T, ((), A)> {
    fn from_faer(column: ColRef<'a, T>) -> Result<Self, ArrayError<()>> {
        match column.try_as_col_major() {
            Some(lies) => View::from_slice_sized(&[column.nrows()], lies.as_slice()),
            None => Err(ArrayError::order::<((), A)>(vec![column.nrows()], ())),
        }
    }
}
