//! Constructors of tensors on the heap. None builds its elements on the stack first.

use alloc::vec::Vec;

use num_traits::{FromPrimitive, One, Zero};

use super::Tensor;
use super::indices::by_index;
use crate::error::{ArrayError, LengthError, check_count, check_length, check_sizes};
use crate::expr;
use crate::kind::{Kind, Scalar};
use crate::shape::axes::Indexed;
use crate::shape::diagnostics::{HasOne, HasZero, Square};
use crate::shape::run_time::RunTimeSizes;
use crate::shape::{Shape, StaticShape};
use crate::storage::Buffer;

impl<T, K: Kind<T>> Tensor<T, (), K> {
    /// One value of a kind, as a reduction over all axes gives it, as a tensor of no axes. No copy. In code that serves every kind it stands so beside
    /// tensors, and takes functions; of one kind it does by itself.
    ///
    /// ```
    /// use shaped::{Kind, Scalar, prelude::*};
    /// fn centred<S: Shape, K: Kind>(x: &Tensor<f32, S, K>) -> Tensor<f32, S, K> {
    ///     x - Tensor::of_one(x.mean_all())
    /// }
    /// fn root_mean_square<S: Shape, K: Kind>(x: &Tensor<f32, S, K>) -> Scalar<K> {
    ///     Tensor::<f32, (), K>::of_one(x.square().mean_all()).sqrt().sum_all()
    /// }
    /// assert_eq!(centred(&tensor![1.0, 3.0]), tensor![-1.0, 1.0]);
    /// assert_eq!(root_mean_square(&tensor![1.0, 7.0]), 5.0);
    /// ```
    pub fn of_one(value: Scalar<K, T>) -> Self {
        Tensor::made(K::of_one(value), ())
    }
}

/// Besides what stands on this page a tensor has the methods of all operands, by task; [`methods`](crate::methods) has them with what they do,
/// with shapes and with PyTorch's and NumPy's words. What takes no arguments is [`Operand`](crate::Operand)'s.
///
#[doc = include_str!("methods.md")]
impl<T, S: Shape> Tensor<T, S> {
    /// The elements of a vector, row by row, in a shape with run-time sizes, which are given first. Takes the vector
    /// over; no copy.
    ///
    /// # Errors
    /// If the vector has not as many elements as the shape, or one name is given two sizes; the vector is handed back.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// let x = Tensor::<i32, shape![Batch, 3]>::from_vec_with(Batch(2), vec![1, 2, 3, 4, 5, 6])?;
    /// assert_eq!(x[[1, 0]], 4);
    /// # Ok::<(), shaped::LengthError<Vec<i32>>>(())
    /// ```
    #[rustfmt::skip]
    pub fn from_vec_with( // sizes of named axes first: `Tensor::<f32, shape![Batch, 3]>::from_vec_with(Batch(n), elements)?`
        sizes: impl RunTimeSizes<S>, elements: Vec<T>) -> Result<Self, LengthError<Vec<T>>> {
        let (shape, elements) = check_sizes(sizes, elements.len(), elements)?;
        Ok(Tensor::made(Buffer::from_vec(elements), shape))
    }

    /// The elements of a vector, row by row, and sizes that only the program's data know, such as those of another library's array: `(4, 3) -> [4, 3]`, or
    /// `[Batch, 3]`. Takes the vector over; no copy. Where the program knows the sizes, `from_vec` and `from_vec_with` compare less.
    ///
    /// # Errors
    /// If these are not the shape's sizes, or the vector has not as many elements. It is handed back.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// let x = Tensor::<i32, shape![Batch, 3]>::from_vec_sized(&[2, 3], vec![1, 2, 3, 4, 5, 6])?;
    /// assert_eq!((x.sizes(), x[[1, 0]]), ([2, 3], 4));
    /// let error = Tensor::<i32, shape![Batch, 3]>::from_vec_sized(&[2, 3], vec![1, 2]).unwrap_err();
    /// assert_eq!(error.to_string(), "an array of shape [2, 3] has 6 elements, but 2 were given");
    /// # Ok::<(), shaped::ArrayError<Vec<i32>>>(())
    /// ```
    pub fn from_vec_sized(sizes: &[usize], elements: Vec<T>) -> Result<Self, ArrayError<Vec<T>>> {
        let (shape, elements) = check_count(sizes, elements.len(), elements)?;
        Ok(Tensor::made(Buffer::from_vec(elements), shape))
    }

    /// Every element the same, in a shape with run-time sizes. NumPy's `np.full(shape, value)`.
    ///
    /// # Panics
    /// If `usize` cannot count the elements, or one name is given two sizes.
    #[track_caller]
    #[rustfmt::skip]
    pub fn full_with(sizes: impl RunTimeSizes<S>, value: T) -> Self // sizes of named axes: `Tensor::<f32, shape![Batch, 3]>::full_with(Batch(n), 7.0)`
    where
        T: Clone,
    {
        let shape = sizes.to_shape();
        Tensor::made(expr::repeat(value, shape), shape)
    }

    /// Zeros, in a shape with run-time sizes. NumPy's `np.zeros(shape)`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// let x = Tensor::<f32, shape![Batch, 784]>::zeros_with(Batch(32));
    /// assert_eq!(x.sizes(), [32, 784]);
    /// ```
    ///
    /// # Panics
    /// If `usize` cannot count the elements, or one name is given two sizes.
    #[track_caller]
    #[rustfmt::skip]
    pub fn zeros_with(sizes: impl RunTimeSizes<S>) -> Self // sizes of named axes: `Tensor::<f32, shape![Batch, 3]>::zeros_with(Batch(n))`
    where
        T: Clone + HasZero,
    {
        Tensor::full_with(sizes, T::zero())
    }

    /// Ones, in a shape with run-time sizes. NumPy's `np.ones(shape)`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// let x = Tensor::<i32, shape![Batch, 2]>::ones_with(Batch(3));
    /// assert_eq!(x.as_slice(), [1; 6]);
    /// ```
    ///
    /// # Panics
    /// If `usize` cannot count the elements, or one name is given two sizes.
    #[track_caller]
    #[rustfmt::skip]
    pub fn ones_with(sizes: impl RunTimeSizes<S>) -> Self // sizes of named axes: `Tensor::<f32, shape![Batch, 3]>::ones_with(Batch(n))`
    where
        T: Clone + HasOne,
    {
        Tensor::full_with(sizes, T::one())
    }

    /// Elements by their index, in a shape with run-time sizes. NumPy's `np.fromfunction(f, shape)`.
    ///
    /// # Panics
    /// If `usize` cannot count the elements, or one name is given two sizes.
    #[track_caller]
    pub fn from_fn_with<const N: usize>(sizes: impl RunTimeSizes<S>, f: impl FnMut([usize; N]) -> T) -> Self
    where
        S: Indexed<N>,
    {
        let shape = sizes.to_shape();
        Tensor::made(Buffer::from_iter(shape.numel(), by_index(shape, f)), shape)
    }

    /// 0, 1, 2, … row by row, in a shape with run-time sizes. NumPy's `np.arange(n)`, of places in a sequence.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Seq);
    /// assert_eq!(Tensor::<i64, shape![Seq]>::arange_with(Seq(3)).into_vec(), [0, 1, 2]);
    /// ```
    ///
    /// # Panics
    /// If an element's number is too large for its type, `usize` cannot count the elements, or one name is given two sizes.
    #[track_caller]
    pub fn arange_with(sizes: impl RunTimeSizes<S>) -> Self
    where
        T: FromPrimitive,
    {
        Tensor::counted(sizes.to_shape())
    }

    /// 0, 1, 2, … row by row.
    #[track_caller]
    fn counted(shape: S) -> Self
    where
        T: FromPrimitive,
    {
        let numbers = (0..shape.numel()).map(|i| match T::from_usize(i) {
            Some(number) => number,
            None => panic!("arange: the element type cannot hold {i}"),
        });
        Tensor::made(Buffer::from_iter(shape.numel(), numbers), shape)
    }
}

impl<T, S> Tensor<T, S> {
    /// Zeros. NumPy's `np.zeros(shape)`. Of floats, a megabyte and more of new memory is left to the system, which takes it when it is touched.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![2, 3]> = Tensor::zeros();
    /// assert_eq!(x.as_slice(), [0.0; 6]);
    /// ```
    #[rustfmt::skip] // the compiler shows the line to who writes `Tensor::zeros([2, 3])`
    pub fn zeros() -> Self // the shape is a type: `Tensor::<f32, shape![2, 3]>::zeros()`
    where
        S: StaticShape,
        T: Clone + HasZero,
    {
        Tensor::full(T::zero())
    }

    /// Ones. NumPy's `np.ones(shape)`.
    #[rustfmt::skip]
    pub fn ones() -> Self // the shape is a type: `Tensor::<f32, shape![2, 3]>::ones()`
    where
        S: StaticShape,
        T: Clone + HasOne,
    {
        Tensor::full(T::one())
    }

    /// Every element the same. NumPy's `np.full(shape, value)`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(Tensor::<_, shape![2, 2]>::full(5), tensor![[5, 5], [5, 5]]);
    /// ```
    #[rustfmt::skip]
    pub fn full(value: T) -> Self // the shape is a type: `Tensor::<f32, shape![2, 3]>::full(7.0)`
    where
        S: StaticShape,
        T: Clone,
    {
        Tensor::made(expr::repeat(value, S::VALUE), S::VALUE)
    }

    /// 0, 1, 2, … row by row. NumPy's `np.arange(n).reshape(shape)`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(Tensor::<i64, shape![2, 3]>::arange(), tensor![[0, 1, 2], [3, 4, 5]]);
    /// ```
    ///
    /// # Panics
    /// If an element's number is too large for its type: `Tensor::<u8, shape![257]>::arange()`.
    #[track_caller]
    #[rustfmt::skip]
    pub fn arange() -> Self // 0, 1, 2, … as many as the shape says: `Tensor::<f32, shape![10]>::arange()`; others by `.map(|x| …)` or `linspace`
    where
        S: StaticShape,
        T: FromPrimitive,
    {
        Tensor::counted(S::VALUE)
    }

    /// Elements by their index. NumPy's `np.fromfunction(f, shape)`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let table: Tensor<usize, shape![3, 3]> = Tensor::from_fn(|[i, j]| (i + 1) * (j + 1));
    /// assert_eq!(table, tensor![[1, 2, 3], [2, 4, 6], [3, 6, 9]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let table: Tensor<usize, shape![3, 3]> = Tensor::from_fn(|[i, j, k]| i + j + k);
    /// ```
    #[rustfmt::skip]
    pub fn from_fn<const N: usize>(f: impl FnMut([usize; N]) -> T) -> Self // as `Tensor::<f32, shape![2, 3]>::from_fn(|[i, j]| (i + j) as f32)`
    where
        S: StaticShape,
        S: Indexed<N>,
    {
        Tensor::made(Buffer::from_iter(S::NUMEL, by_index(S::VALUE, f)), S::VALUE)
    }

    /// Elements by their place in row-major order: for shapes that are generic, whose indices have no known length. NumPy's
    /// `np.fromiter(map(f, range(n)), …).reshape(shape)`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// fn ramp<S: StaticShape>() -> Tensor<f32, S> {
    ///     Tensor::from_flat_fn(|i| i as f32 / S::NUMEL as f32)
    /// }
    /// assert_eq!(ramp::<shape![2, 2]>(), tensor![[0.0, 0.25], [0.5, 0.75]]);
    /// ```
    pub fn from_flat_fn(f: impl FnMut(usize) -> T) -> Self
    where
        S: StaticShape,
    {
        Tensor::made(Buffer::from_iter(S::NUMEL, (0..S::NUMEL).map(f)), S::VALUE)
    }

    /// The elements of a vector, row by row. Takes the vector over; no copy. NumPy's `np.array(v).reshape(shape)`.
    ///
    /// # Errors
    /// If the vector has not as many elements as the shape; it is handed back.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = Tensor::<f32, shape![2, 3]>::from_vec(vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
    /// assert_eq!(x[[1, 0]], 4.0);
    /// # Ok::<(), shaped::LengthError<Vec<f32>>>(())
    /// ```
    #[rustfmt::skip]
    pub fn from_vec(elements: Vec<T>) -> Result<Self, LengthError<Vec<T>>> // the shape is a type: `Tensor::<f32, shape![2, 3]>::from_vec(elements)?`
    where
        S: StaticShape,
    {
        let elements = check_length(S::VALUE, elements.len(), elements)?;
        Ok(Tensor::made(Buffer::from_vec(elements), S::VALUE))
    }

    /// The elements of a slice, row by row, copied.
    ///
    /// # Errors
    /// If the slice has not as many elements as the shape.
    #[rustfmt::skip]
    pub fn from_slice(elements: &[T]) -> Result<Self, LengthError<&[T]>> // the shape is a type: `Tensor::<f32, shape![2, 3]>::from_slice(&elements)?`
    where
        S: StaticShape,
        T: Clone,
    {
        let elements = check_length(S::VALUE, elements.len(), elements)?;
        Ok(Tensor::made(Buffer::from_iter(S::NUMEL, elements.iter().cloned()), S::VALUE))
    }

    /// The identity matrix. NumPy's `np.eye(n)`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(Tensor::<i32, shape![2, 2]>::eye(), tensor![[1, 0], [0, 1]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x = Tensor::<i32, shape![2, 3]>::eye();
    /// ```
    #[rustfmt::skip]
    pub fn eye() -> Self // the shape is a type: `Tensor::<f32, shape![3, 3]>::eye()`
    where
        S: StaticShape,
        T: Zero + One,
        S::Shown: Square<S>,
    {
        let n = S::SIZES[0];
        let elements = (0..S::NUMEL).map(|k| if k / n == k % n { T::one() } else { T::zero() });
        Tensor::made(Buffer::from_iter(S::NUMEL, elements), S::VALUE)
    }
}

/// Every element its type's default: zeros, for numbers.
impl<T: Default, S: StaticShape> Default for Tensor<T, S> {
    fn default() -> Self {
        Tensor::made(Buffer::from_iter(S::NUMEL, core::iter::repeat_with(T::default)), S::VALUE)
    }
}
