//! nalgebra: matrices whose elements lie column by column. Of static sizes both are types, and what does not fit does not compile.

use nalgebra::{DMatrix, DVector, DVectorView, Matrix, RawStorage, SMatrix, SVector, Scalar};

use crate::error::ArrayError;
use crate::shape::Shape;
use crate::shape::dims::MAX_RANK;
use crate::shape::layout::Strided;
use crate::shape::list::of_sizes;
use crate::shape::size::{Dim, One, Size, StaticSize};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::{Operand, View};

/// The size that nalgebra writes as the number `N`: `One` for 1, `Dim<N>` for others up to 1023. Larger matrices are dynamic there, `DMatrix`.
#[diagnostic::on_unimplemented(
    message = "{N} rows or columns of a matrix are not the size `{Self}` of a tensor",
    label = "another size",
    note = "`SMatrix<T, 4, 3>` is a tensor of `shape![4, 3]`; `DMatrix` has sizes that are compared when the program runs"
)]
pub trait Counts<const N: usize>: StaticSize {}
impl Counts<1> for One {}
#[diagnostic::do_not_recommend]
impl<const N: usize> Counts<N> for Dim<N> where Dim<N>: StaticSize {}

/// The elements of a matrix, row by row.
fn by_rows<T: Scalar, R: nalgebra::Dim, C: nalgebra::Dim, M: RawStorage<T, R, C>>(x: &Matrix<T, R, C, M>) -> Buffer<T> {
    Buffer::from_iter(
        x.len(),
        (0..x.nrows()).flat_map(|row| (0..x.ncols()).map(move |column| x[(row, column)].clone())),
    )
}

/// A matrix that lies column by column without gaps.
fn columns_first<'a, T, S: Shape>(elements: &'a [T], rows: usize, shape: S) -> View<'a, T, S, Strided> {
    let mut strides = [0; MAX_RANK];
    // A slice has no more elements than `isize` counts; of what has none, no step is taken.
    (strides[0], strides[1]) = (rows as isize, 1);
    View::among(elements, 0, shape, Strided(strides))
}

impl<T: Scalar, A: Counts<R>, B: Counts<C>, const R: usize, const C: usize> From<SMatrix<T, R, C>>
    for Tensor<T, (((), A), B)>
{
    /// The same matrix: `SMatrix<T, 2, 3>` -> `[2, 3]`. Copies the elements, which lie in another order.
    ///
    /// ```
    /// use nalgebra::Matrix2x3;
    /// use shaped::prelude::*;
    /// let x: Tensor<i32, shape![2, 3]> = Matrix2x3::new(1, 2, 3, 4, 5, 6).into();
    /// assert_eq!(x, tensor![[1, 2, 3], [4, 5, 6]]);
    /// let m: Matrix2x3<i32> = x.into();
    /// assert_eq!(m, Matrix2x3::new(1, 2, 3, 4, 5, 6));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use nalgebra::Matrix2x3;
    /// use shaped::prelude::*;
    /// let x: Tensor<i32, shape![3, 2]> = Matrix2x3::new(1, 2, 3, 4, 5, 6).into();
    /// ```
    fn from(x: SMatrix<T, R, C>) -> Self {
        Tensor::from_parts(by_rows(&x), (((), A::VALUE), B::VALUE))
    }
}

impl<T: Scalar, A: Counts<R>, B: Counts<C>, const R: usize, const C: usize> From<Tensor<T, (((), A), B)>>
    for SMatrix<T, R, C>
{
    /// The same matrix: `[2, 3]` -> `SMatrix<T, 2, 3>`. Copies the elements, which lie in another order.
    fn from(x: Tensor<T, (((), A), B)>) -> Self {
        SMatrix::from_row_iterator(x)
    }
}

impl<T: Scalar, A: Counts<N>, const N: usize> From<SVector<T, N>> for Tensor<T, ((), A)> {
    /// The same vector: `SVector<T, 3>` -> `[3]`. Copies the elements to the heap.
    fn from(x: SVector<T, N>) -> Self {
        Tensor::from_parts(by_rows(&x), ((), A::VALUE))
    }
}

impl<T: Scalar, A: Counts<N>, const N: usize> From<Tensor<T, ((), A)>> for SVector<T, N> {
    /// The same vector: `[3]` -> `SVector<T, 3>`. Moves the elements.
    fn from(x: Tensor<T, ((), A)>) -> Self {
        SVector::from_iterator(x)
    }
}

impl<'a, T: Scalar, A: Counts<R>, B: Counts<C>, const R: usize, const C: usize> From<&'a SMatrix<T, R, C>>
    for View<'a, T, (((), A), B), Strided>
{
    /// The same matrix, borrowed: `SMatrix<T, 2, 3>` -> `[2, 3]`. No copy: its rows have stride 1, its columns are far apart.
    fn from(x: &'a SMatrix<T, R, C>) -> Self {
        columns_first(x.as_slice(), R, (((), A::VALUE), B::VALUE))
    }
}

impl<T: Scalar, A: Size, B: Size> TryFrom<DMatrix<T>> for Tensor<T, (((), A), B)> {
    type Error = ArrayError<DMatrix<T>>;

    /// The same matrix: 4 x 3 -> `[4, 3]`, or `[Batch, 3]`. Copies the elements, which lie in another order.
    ///
    /// # Errors
    /// If the matrix has other sizes. It is handed back.
    ///
    /// ```
    /// use nalgebra::DMatrix;
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// let m = DMatrix::from_row_slice(2, 3, &[1, 2, 3, 4, 5, 6]);
    /// let x = Tensor::<i32, shape![Batch, 3]>::try_from(m.clone())?;
    /// assert_eq!(x.as_slice(), [1, 2, 3, 4, 5, 6]);
    /// assert_eq!(DMatrix::from(x), m);
    /// # Ok::<(), shaped::ArrayError<DMatrix<i32>>>(())
    /// ```
    fn try_from(x: DMatrix<T>) -> Result<Self, Self::Error> {
        match of_sizes(&[x.nrows(), x.ncols()]) {
            Some(shape) => Ok(Tensor::from_parts(by_rows(&x), shape)),
            None => Err(ArrayError::sizes::<(((), A), B)>([x.nrows(), x.ncols()].to_vec(), x)),
        }
    }
}

impl<T: Scalar, A: Size, B: Size> From<Tensor<T, (((), A), B)>> for DMatrix<T> {
    /// The same matrix: `[4, 3]` -> 4 x 3. Copies the elements, which lie in another order.
    fn from(x: Tensor<T, (((), A), B)>) -> Self {
        let [rows, columns] = x.sizes();
        DMatrix::from_row_iterator(rows, columns, x)
    }
}

impl<T: Scalar, A: Size> TryFrom<DVector<T>> for Tensor<T, ((), A)> {
    type Error = ArrayError<DVector<T>>;

    /// The same vector: of 4 elements -> `[4]`, or `[Batch]`. Takes the memory over.
    ///
    /// # Errors
    /// If the vector has another size. It is handed back.
    ///
    /// ```
    /// use nalgebra::DVector;
    /// use shaped::prelude::*;
    /// let error = Tensor::<f64, shape![3]>::try_from(DVector::from_vec(vec![1.0, 2.0])).unwrap_err();
    /// assert_eq!(error.to_string(), "an array of shape [2] is no tensor of shape [3]: axis 0 has size 2");
    /// ```
    fn try_from(x: DVector<T>) -> Result<Self, Self::Error> {
        match of_sizes(&[x.len()]) {
            Some(shape) => Ok(Tensor::from_parts(Buffer::from_vec(x.data.into()), shape)),
            None => Err(ArrayError::sizes::<((), A)>([x.len()].to_vec(), x)),
        }
    }
}

impl<T: Scalar, A: Size> From<Tensor<T, ((), A)>> for DVector<T> {
    /// The same vector: `[4]` -> 4 elements. Takes the memory over where it came from a vector; other memory of 1024 bytes and more is aligned as no
    /// `Vec` is, and is copied.
    fn from(x: Tensor<T, ((), A)>) -> Self {
        DVector::from_vec(x.into_vec())
    }
}

impl<'a, T: Scalar, A: Size, B: Size> TryFrom<&'a DMatrix<T>> for View<'a, T, (((), A), B), Strided> {
    type Error = ArrayError<()>;

    /// The same matrix, borrowed: 4 x 3 -> `[4, 3]`, or `[Batch, 3]`. No copy.
    ///
    /// # Errors
    /// If the matrix has other sizes.
    ///
    /// ```
    /// use nalgebra::DMatrix;
    /// use shaped::{Strided, prelude::*};
    /// let m = DMatrix::from_row_slice(2, 3, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    /// let x = View::<f64, shape![2, 3], Strided>::try_from(&m)?;
    /// assert_eq!(x.sum(Axis::<0>), tensor![5.0, 7.0, 9.0]);
    /// # Ok::<(), shaped::ArrayError<()>>(())
    /// ```
    fn try_from(x: &'a DMatrix<T>) -> Result<Self, Self::Error> {
        let sizes = [x.nrows(), x.ncols()];
        match of_sizes(&sizes) {
            Some(shape) => Ok(columns_first(x.as_slice(), sizes[0], shape)),
            None => Err(ArrayError::sizes::<(((), A), B)>(sizes.to_vec(), ())),
        }
    }
}

impl<'a, T: Scalar, A: Size> From<View<'a, T, ((), A)>> for DVectorView<'a, T> {
    /// The same vector, borrowed: `[4]` -> 4 elements. No copy.
    ///
    /// There is no such view of a matrix: the rows of a tensor lie next to each other, and of a view with steps between the elements of a column
    /// nalgebra 0.35 computes a product with a vector past the end of the result.
    ///
    /// ```
    /// use nalgebra::{DVectorView, Matrix2x3};
    /// use shaped::prelude::*;
    /// let x = tensor![1, 0, 1];
    /// let v: DVectorView<i32> = x.view().into();
    /// assert_eq!((Matrix2x3::new(1, 2, 3, 4, 5, 6) * v).as_slice(), [4, 10]);
    /// ```
    fn from(x: View<'a, T, ((), A)>) -> Self {
        DVectorView::from_slice(x.as_slice(), x.numel())
    }
}
