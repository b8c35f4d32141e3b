//! Tensors that hold their elements in place.

use super::indices::by_index;
use crate::shape::StaticShape;
use crate::shape::axes::Indexed;
use crate::shape::product::{MatMul, MatMulOf};
use crate::storage::Nested;
use crate::view::{OfElements, Operand, Values};

/// A tensor of elements `T` and static shape `S` that holds its elements in place, row by row: no heap, `Copy` if `T` is, and
/// usable in constants and without an allocator.
///
/// For small shapes; large ones belong on the heap, in a [`Tensor`](crate::Tensor).
///
/// ```
/// use shaped::prelude::*;
/// const LUMA: Inline<f32, shape![3]> = Inline::from_array([0.299, 0.587, 0.114]);
/// let pixel = Inline::<f32, shape![3]>::full(2.0);
/// let weighted = pixel * LUMA; // [3] * [3] -> [3]; both are copied, not moved
/// assert_eq!(weighted, LUMA + LUMA);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::prelude::*;
/// let a = Inline::<f32, shape![3]>::full(2.0);
/// let b = Inline::<f32, shape![4]>::full(2.0);
/// let c = a + b;
/// ```
pub struct Inline<T, S: StaticShape>(Nested<T, S>);

impl<T: Clone, S: StaticShape> Clone for Inline<T, S> {
    #[inline]
    fn clone(&self) -> Self {
        Inline(self.0.clone())
    }
}
impl<T: Copy, S: StaticShape> Copy for Inline<T, S> where Nested<T, S>: Copy {}

impl<T, S: StaticShape> Inline<T, S> {
    /// Nested arrays, row by row: `[[T; 3]; 4]` for `shape![4, 3]`. No copy; usable in constants. Axes of up to 1023; longer
    /// ones have no Rust array (see [`from_fn`](Self::from_fn) and `TryFrom<&[T]>`).
    ///
    /// ```
    /// use shaped::prelude::*;
    /// const KERNEL: Inline<i32, shape![2, 2]> = Inline::from_array([[1, -1], [-1, 1]]);
    /// assert_eq!(KERNEL[[0, 1]], -1);
    /// ```
    ///
    /// ```compile_fail,E0271
    /// use shaped::prelude::*;
    /// const KERNEL: Inline<i32, shape![2, 2]> = Inline::from_array([1, -1, -1, 1]);
    /// ```
    #[inline(always)]
    pub const fn from_array(array: S::Array<T>) -> Self {
        Inline(Nested::new(array))
    }

    /// The elements as nested arrays. No copy.
    #[inline(always)]
    pub fn into_array(self) -> S::Array<T> {
        self.0.into_array()
    }

    #[inline(always)]
    pub(crate) const fn from_nested(nested: Nested<T, S>) -> Self {
        Inline(nested)
    }

    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn into_buffer(self) -> crate::storage::Buffer<T> {
        self.0.into_buffer()
    }

    /// Every element the same. NumPy's `np.full(shape, value)`.
    pub fn full(value: T) -> Self
    where
        T: Clone,
    {
        Inline(Nested::from_iter(core::iter::repeat_n(value, S::NUMEL)))
    }

    /// Elements by their index. NumPy's `np.fromfunction(f, shape)`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = Inline::<usize, shape![2, 3]>::from_fn(|[i, j]| 10 * i + j);
    /// assert_eq!(x.into_array(), [[0, 1, 2], [10, 11, 12]]);
    /// ```
    pub fn from_fn<const N: usize>(f: impl FnMut([usize; N]) -> T) -> Self
    where
        S: Indexed<N>,
    {
        Self::collect(by_index(S::VALUE, f))
    }

    /// Elements by their place in row-major order: for shapes that are generic, whose indices have no known length.
    pub fn from_flat_fn(f: impl FnMut(usize) -> T) -> Self {
        Self::collect((0..S::NUMEL).map(f))
    }

    /// Zeros. NumPy's `np.zeros(shape)`.
    pub fn zeros() -> Self
    where
        T: Clone + crate::shape::diagnostics::HasZero,
    {
        Self::full(T::zero())
    }

    /// Ones. NumPy's `np.ones(shape)`.
    pub fn ones() -> Self
    where
        T: Clone + crate::shape::diagnostics::HasOne,
    {
        Self::full(T::one())
    }

    /// The elements of an iterator, row by row; the iterator may be longer.
    ///
    /// # Panics
    /// If it is shorter than the shape.
    pub(crate) fn collect(elements: impl IntoIterator<Item = T>) -> Self {
        Inline(Nested::from_iter(elements))
    }

    /// The elements row by row. No copy.
    #[inline(always)]
    pub const fn as_slice(&self) -> &[T] {
        self.0.as_slice()
    }

    /// The elements row by row, to change them. No copy.
    #[inline(always)]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        self.0.as_mut_slice()
    }

    /// The same elements as a view that can change them. O(1), no copy.
    #[inline]
    pub fn view_mut(&mut self) -> crate::view::ViewMut<'_, T, S> {
        crate::view::ViewMut::over(self.as_mut_slice(), S::VALUE)
    }

    iterators!();

    /// A function of each element, in row-major order, in place: no allocation.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = Inline::<i32, shape![2]>::from_array([1, 2]).map(|x| x as f32 / 2.0);
    /// assert_eq!(x.into_array(), [0.5, 1.0]);
    /// ```
    #[inline]
    pub fn map<U>(&self, f: impl FnMut(T) -> U) -> Inline<U, S>
    where
        T: Clone,
    {
        Inline(crate::expr::unary_inline(self, crate::expr::node::Closure(f)))
    }

    /// The matrix product, in place: no allocation. `[M, K] x [K, N] -> [M, N]`, as [`Operand::matmul`](crate::Operand). NumPy's
    /// `x @ y`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let turn = Inline::<f32, shape![2, 2]>::from_array([[0.0, -1.0], [1.0, 0.0]]);
    /// assert_eq!(turn.matmul(&turn).into_array(), [[-1.0, 0.0], [0.0, -1.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x = Inline::<f32, shape![2, 3]>::zeros();
    /// x.matmul(&x);
    /// ```
    #[inline]
    pub fn matmul<R>(&self, rhs: &R) -> Inline<T, MatMulOf<S, R::Shape>>
    where
        T: Clone + num_traits::Zero + core::ops::Mul<Output = T> + 'static,
        R: Values<Shape: StaticShape> + OfElements<T, <R as Operand>::Elem>,
        S: MatMul<R::Shape, Output: StaticShape>,
    {
        Inline(crate::expr::product_inline(self, rhs))
    }
}

impl<T: Default, S: StaticShape> Default for Inline<T, S> {
    fn default() -> Self {
        Self::collect(core::iter::repeat_with(T::default))
    }
}

#[diagnostic::do_not_recommend]
impl<T: PartialEq, S: StaticShape> PartialEq for Inline<T, S> {
    /// Whether all elements are equal; tensors of two shapes do not compare.
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}
impl<T: Eq, S: StaticShape> Eq for Inline<T, S> {}

impl<'a, T, S: StaticShape> TryFrom<&'a [T]> for Inline<T, S>
where
    T: Clone,
{
    type Error = crate::error::LengthError<&'a [T]>;
    fn try_from(elements: &'a [T]) -> Result<Self, Self::Error> {
        let elements = crate::error::check_length(S::VALUE, elements.len(), elements)?;
        Ok(Self::collect(elements.iter().cloned()))
    }
}

impl<'a, T, S: StaticShape> IntoIterator for &'a Inline<T, S> {
    type Item = &'a T;
    type IntoIter = core::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
