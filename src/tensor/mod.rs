//! Tensors that own their elements: on the heap, or in place.

/// Iterators over the elements of what is a slice of them.
macro_rules! iterators {
    () => {
        /// The elements in row-major order.
        #[inline]
        pub fn iter(&self) -> core::slice::Iter<'_, T> {
            self.as_slice().iter()
        }

        /// The elements in row-major order, to change them.
        #[inline]
        pub fn iter_mut(&mut self) -> core::slice::IterMut<'_, T> {
            self.as_mut_slice().iter_mut()
        }
    };
}

#[cfg(feature = "alloc")]
mod axes;
#[cfg(feature = "alloc")]
mod construct;
#[cfg(feature = "alloc")]
mod convert;
mod format;
#[cfg(feature = "graph")]
mod graph;
pub(crate) mod include;
mod index;
mod indices;
#[cfg(feature = "rand")]
mod init;
mod inline;
mod operand;
#[cfg(feature = "alloc")]
mod outlined;
#[cfg(feature = "rand")]
mod random;
#[cfg(feature = "alloc")]
mod traced;

#[cfg(feature = "alloc")]
pub use convert::{tensor1, tensor2, tensor3, tensor4, tensor5, tensor6};
#[cfg(feature = "rand")]
pub use init::{Fan, Fans};
pub use inline::Inline;

#[cfg(feature = "alloc")]
use crate::{
    kind::{Eager, Kind},
    shape::Shape,
    shape::layout::RowMajor,
    storage::Buffer,
    view::View,
};

/// A tensor of elements `T` and shape `S` on the heap, row by row (the last axis is contiguous).
///
/// Memory of 1024 bytes and more is aligned to 64 bytes, unless it comes from a `Vec`, which is taken over without a copy.
///
/// What can be done with one: [`methods`](crate::methods#element-by-element), an index by task with PyTorch's and NumPy's words.
///
/// ```
/// use shaped::prelude::*;
/// let images: Tensor<f32, shape![4, 32, 14, 14]> = Tensor::arange();
/// let bias: Tensor<f32, shape![32, 1, 1]> = Tensor::ones();
/// let sum = &images + &bias; // [4, 32, 14, 14] + [32, 1, 1] -> [4, 32, 14, 14]
/// assert_eq!(sum[[3, 31, 13, 13]], 25088.0);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::prelude::*;
/// let images: Tensor<f32, shape![4, 32, 14, 14]> = Tensor::arange();
/// let bias: Tensor<f32, shape![32]> = Tensor::ones();
/// let sum = &images + &bias;
/// ```
#[cfg(feature = "alloc")]
#[rustfmt::skip]
pub struct Tensor<T, S, K: Kind<T> = Eager> { // not `x > 0.5`, but `x.greater(0.5)`; of a loss, `loss.value()[[]] > 0.5`
    storage: K::Storage,
    shape: Held<S>,
}

/// The shape of a tensor, which as a field's type is no pair: where a pair is expected, the compiler would say to take the field.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy)]
struct Held<S>(S);

#[cfg(feature = "alloc")]
impl<T, S: Shape, K: Kind<T>> Tensor<T, S, K> {
    /// What a kind has made for a shape.
    #[inline(always)]
    pub(crate) fn made(storage: K::Storage, shape: S) -> Self {
        Tensor { storage, shape: Held(shape) }
    }

    #[inline(always)]
    pub(crate) fn shape(&self) -> S {
        self.shape.0
    }

    #[inline(always)]
    pub(crate) fn into_storage(self) -> K::Storage {
        self.storage
    }

    #[inline(always)]
    pub(crate) fn whole(&self) -> View<'_, T, S, RowMajor, K> {
        View::of(&self.storage, self.shape.0)
    }

    /// The same numbers, by which nothing is differentiated: what is computed of them leads to no parameter from here on. In code of any kind `K`, such as a
    /// module's `forward`, too: on a tape or in a trace without a copy, and of an eager tensor, which nothing is asked of, a copy. PyTorch's
    /// `x.detach()`, JAX's `stop_gradient`.
    ///
    /// ```
    /// use shaped::{Kind, grad::grad, prelude::*};
    /// // Rounded on the way forward, and left alone on the way back.
    /// fn straight_through<K: Kind>(x: &Tensor<f32, shape![2], K>) -> Tensor<f32, shape![2], K> {
    ///     x + (x.round() - x).detach()
    /// }
    /// let x = tensor![0.4f32, 1.6];
    /// assert_eq!(straight_through(&x), tensor![0.0, 2.0]);
    /// assert_eq!(grad(&x, |tape| straight_through(&tape.input(&x)).square().sum_all()), tensor![0.0, 4.0]);
    /// ```
    pub fn detach(&self) -> Self
    where
        T: Clone,
    {
        Tensor { storage: K::detached(&self.storage), shape: self.shape }
    }

    /// The same elements with one axis in place of all axes from one to another, in the same memory; no copy.
    /// [`flatten_axes`](crate::AxisMerges::flatten_axes) gives a view. PyTorch's `x.flatten(1, -1)`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// let x = Tensor::<f32, shape![Batch, 7, 7, 512]>::zeros_with(Batch(2));
    /// let x: Tensor<f32, shape![Batch, 25088]> = x.into_flattened(Axis::<1>, Axis::<-1>);
    /// assert_eq!(x.sizes(), [2, 25088]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![8, 7, 7, 512]>::zeros().into_flattened(Axis::<2>, Axis::<1>);
    /// ```
    #[inline]
    pub fn into_flattened<A, B>(self, _from: A, _to: B) -> Tensor<T, crate::shape::reshape::AxesFlattened<S, A, B>, K>
    where
        S: crate::shape::reshape::FlattenAxes<A, B>,
    {
        let shape = self.shape.0.flattened();
        Tensor::made(self.storage, shape)
    }
}

#[cfg(feature = "alloc")]
impl<T, S: Shape> Tensor<T, S> {
    /// # Panics
    /// If the buffer has not as many elements as the shape: the one invariant of the type.
    #[inline]
    pub(crate) fn from_parts(buffer: Buffer<T>, shape: S) -> Self {
        assert!(buffer.as_slice().len() == shape.numel(), "as many elements as the shape has");
        Tensor::made(buffer, shape)
    }

    #[inline(always)]
    pub(crate) fn into_buffer(self) -> Buffer<T> {
        self.storage
    }

    /// The elements row by row. NumPy's `x.ravel()`. No copy.
    #[inline(always)]
    pub fn as_slice(&self) -> &[T] {
        self.storage.as_slice()
    }

    /// The elements row by row, to change them. No copy.
    #[inline(always)]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        self.storage.as_mut_slice()
    }

    /// The elements row by row, as a vector. No copy if they came from one; if not, they are moved to new memory, since a
    /// `Vec` cannot own memory that is aligned to 64 bytes.
    pub fn into_vec(self) -> alloc::vec::Vec<T> {
        self.storage.into_vec()
    }

    /// The same elements as a view that can change them. O(1), no copy.
    #[inline]
    pub fn view_mut(&mut self) -> crate::view::ViewMut<'_, T, S> {
        let shape = self.shape.0;
        crate::view::ViewMut::over(self.as_mut_slice(), shape)
    }

    iterators!();

    /// Changes each element, in row-major order. No allocation. PyTorch's `x.apply_(f)`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let mut x = tensor![1, 2, 3];
    /// x.map_in_place(|x| *x *= 10);
    /// assert_eq!(x, tensor![10, 20, 30]);
    /// ```
    #[inline]
    pub fn map_in_place(&mut self, f: impl FnMut(&mut T)) {
        self.iter_mut().for_each(f);
    }
}

#[cfg(feature = "alloc")]
impl<T: Clone, S: Clone, K: Kind<T, Storage: Clone>> Clone for Tensor<T, S, K> {
    fn clone(&self) -> Self {
        Tensor { storage: self.storage.clone(), shape: self.shape.clone() }
    }
}
