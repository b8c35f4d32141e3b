//! Shapes that are named where they are asked for: `x.reshape::<shape![3, 4]>()`, `x.fix::<shape![32, 784]>()`.

use crate::kind::Kind;
use crate::shape::broadcast::BroadcastTo;
use crate::shape::convert::{Fix, Free, Rename};
use crate::shape::diagnostics::Contiguous;
use crate::shape::layout::{Layout, RowMajor};
use crate::shape::reshape::Reshape;
use crate::shape::size_error::SizeError;
use crate::shape::{Shape, StaticShape};
use crate::view::{Operand, View};

/// The shape `O` itself, and no other.
///
/// The method that a shape is named for has it as a parameter `P`, its trait as `O`: of a trait that is not implemented, the
/// compiler shows our text, and of a bound of the method's own also its signature.
pub trait Itself<O: Shape>: Shape {
    #[doc(hidden)]
    fn reshaped<'a, T, S: Reshape<O>, Y: Layout<S>, K: Kind<T>>(
        view: View<'a, T, S, Y, K>,
    ) -> View<'a, T, Self, RowMajor, K>
    where
        O: Contiguous<Y, S::Shown>;
    #[doc(hidden)]
    fn stretched<'a, T, S: BroadcastTo<O>, Y: Layout<S>, K: Kind<T>>(
        view: View<'a, T, S, Y, K>,
    ) -> View<'a, T, Self, Y::StretchedTo<Self>, K>
    where
        O: StaticShape;
    #[doc(hidden)]
    #[track_caller]
    fn renamed<'a, T, S: Rename<O>, Y: Layout<S>, K: Kind<T>>(
        view: View<'a, T, S, Y, K>,
    ) -> View<'a, T, Self, Y::Reaxed<Self>, K>;
    #[doc(hidden)]
    fn fixed<'a, T, S: Fix<O>, Y: Layout<S>, K: Kind<T>>(
        view: View<'a, T, S, Y, K>,
    ) -> Result<View<'a, T, Self, Y::Reaxed<Self>, K>, SizeError>;
    #[doc(hidden)]
    #[track_caller]
    fn freed<'a, T, S: Free<O>, Y: Layout<S>, K: Kind<T>>(
        view: View<'a, T, S, Y, K>,
    ) -> View<'a, T, Self, Y::Reaxed<Self>, K>;
}

impl<O: Shape> Itself<O> for O {
    #[inline]
    fn reshaped<'a, T, S: Reshape<O>, Y: Layout<S>, K: Kind<T>>(
        view: View<'a, T, S, Y, K>,
    ) -> View<'a, T, O, RowMajor, K>
    where
        O: Contiguous<Y, S::Shown>,
    {
        view.reshape()
    }
    #[inline]
    fn stretched<'a, T, S: BroadcastTo<O>, Y: Layout<S>, K: Kind<T>>(
        view: View<'a, T, S, Y, K>,
    ) -> View<'a, T, O, Y::StretchedTo<O>, K>
    where
        O: StaticShape,
    {
        view.broadcast_to()
    }
    #[inline]
    #[track_caller]
    fn renamed<'a, T, S: Rename<O>, Y: Layout<S>, K: Kind<T>>(
        view: View<'a, T, S, Y, K>,
    ) -> View<'a, T, O, Y::Reaxed<O>, K> {
        view.rename()
    }
    #[inline]
    fn fixed<'a, T, S: Fix<O>, Y: Layout<S>, K: Kind<T>>(
        view: View<'a, T, S, Y, K>,
    ) -> Result<View<'a, T, O, Y::Reaxed<O>, K>, SizeError> {
        view.fix()
    }
    #[inline]
    #[track_caller]
    fn freed<'a, T, S: Free<O>, Y: Layout<S>, K: Kind<T>>(
        view: View<'a, T, S, Y, K>,
    ) -> View<'a, T, O, Y::Reaxed<O>, K> {
        view.free()
    }
}

/// The elements in the shape `O`, of as many: `reshape`.
pub trait Reshapes<O: Shape>: Operand {
    /// The same elements, row by row, in another shape of as many: `[2, 6]` -> `[3, 4]`. NumPy's and PyTorch's `reshape`, but it
    /// never copies: what does not lie row by row (a transposed or stretched view) does not compile, and
    /// `to_tensor().into_shape()` says that a copy is meant. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<i32, shape![2, 6]> = Tensor::arange();
    /// assert_eq!(x.reshape::<shape![3, 4]>()[[1, 0]], 4);
    /// assert_eq!(x.transpose().to_tensor().into_shape::<shape![3, 4]>()[[0, 1]], 6);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x: Tensor<i32, shape![2, 6]> = Tensor::arange();
    /// x.reshape::<shape![5, 2]>();
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x: Tensor<i32, shape![2, 6]> = Tensor::arange();
    /// x.transpose().reshape::<shape![3, 4]>();
    /// ```
    #[rustfmt::skip] // the compiler shows the line to who writes `x.reshape(3, 2)`
    fn reshape<P: Itself<O>>(&self) // the shape is a type: `x.reshape::<shape![3, 2]>()`
    -> View<'_, Self::Elem, P, RowMajor, Self::Kind>;
}

impl<X, O: Shape> Reshapes<O> for X
where
    X: Operand<Shape: Reshape<O>> + ?Sized,
    O: Contiguous<X::Layout, <X::Shape as Shape>::Shown>,
{
    #[inline]
    fn reshape<P: Itself<O>>(&self) -> View<'_, Self::Elem, P, RowMajor, Self::Kind> {
        P::reshaped(self.view())
    }
}

/// The elements stretched to the shape `O`: `broadcast_to`.
pub trait Stretches<O: Shape>: Operand {
    /// The same elements read as shape `O`: axes of size 1 are stretched, missing ones added outside. NumPy's
    /// `np.broadcast_to(x, shape)`, PyTorch's `x.expand(…)`. O(1), no copy; the view can only be read.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let bias: Tensor<f32, shape![32, 1, 1]> = Tensor::ones();
    /// let view = bias.broadcast_to::<shape![4, 32, 14, 14]>();
    /// assert_eq!(view.numel(), 25088);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let bias: Tensor<f32, shape![32]> = Tensor::ones();
    /// bias.broadcast_to::<shape![4, 32, 14, 14]>();
    /// ```
    #[doc(alias = "expand")]
    #[rustfmt::skip] // the compiler shows the line
    fn broadcast_to<P: Itself<O>>( // the shape is a type: `x.broadcast_to::<shape![4, 3]>()`
        &self,
    ) -> View<'_, Self::Elem, P, <Self::Layout as Layout<Self::Shape>>::StretchedTo<P>, Self::Kind>;
}

impl<X, O: Shape> Stretches<O> for X
where
    X: Operand<Shape: BroadcastTo<O>> + ?Sized,
    O: StaticShape,
{
    #[inline]
    fn broadcast_to<P: Itself<O>>(
        &self,
    ) -> View<'_, Self::Elem, P, <Self::Layout as Layout<Self::Shape>>::StretchedTo<P>, Self::Kind> {
        P::stretched(self.view())
    }
}

/// The elements and numbers of axes under the names of the shape `O`: `rename`. O(1), no copy; [`Tensor::into_renamed`](crate::Tensor::into_renamed)
/// and its like take the tensor over.
///
/// | from | to | |
/// |---|---|---|
/// | `[3, 32, 32]` | `[Channels, 32, 32]` | `rename`, and back; also from one run-time name to another |
/// | `[Batch, 784]` | `[32, 784]` | `fix`, a `Result` |
/// | `[32, 784]` | `[Batch, 784]` | `free` |
///
/// (There is no `TryFrom` between tensors: Rust's own, from a type to itself, overlaps it.)
pub trait Renames<O: Shape>: Operand {
    /// The same elements and numbers under other names: `[3, 32, 32]` -> `[Channels, 32, 32]` and back, where `Channels` is 3, and
    /// `[Batch, 784]` -> `[Row, 784]`. PyTorch's `x.rename(…)`. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Channels = 3);
    /// let photo: Tensor<f32, shape![3, 32, 32]> = Tensor::ones();
    /// let gain = Tensor::<f32, shape![Channels, 1, 1]>::full(2.0);
    /// let brighter = photo.rename::<shape![Channels, 32, 32]>() * &gain;
    /// let plain: View<f32, shape![3, 32, 32]> = brighter.rename();
    /// assert_eq!(plain[[2, 0, 0]], 2.0);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// axis!(Channels = 3);
    /// Tensor::<f32, shape![4, 32, 32]>::ones().rename::<shape![Channels, 32, 32]>();
    /// ```
    ///
    /// # Panics
    /// If the new shape has one name twice, with two sizes: `[Batch, Row]` -> `[Row, Row]`.
    #[track_caller]
    fn rename<P: Itself<O>>(
        &self,
    ) -> View<'_, Self::Elem, P, <Self::Layout as Layout<Self::Shape>>::Reaxed<P>, Self::Kind>;
}

impl<X, O: Shape> Renames<O> for X
where
    X: Operand<Shape: Rename<O>> + ?Sized,
{
    #[inline]
    #[track_caller]
    fn rename<P: Itself<O>>(
        &self,
    ) -> View<'_, Self::Elem, P, <Self::Layout as Layout<Self::Shape>>::Reaxed<P>, Self::Kind> {
        P::renamed(self.view())
    }
}

/// Run-time axes made static, as in the shape `O`: `fix`.
pub trait Fixes<O: Shape>: Operand {
    /// The same elements with run-time axes made static: `[Batch, 784]` -> `[32, 784]`. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// let x = Tensor::<f32, shape![Batch, 784]>::zeros_with(Batch(32));
    /// let rows: View<f32, shape![32, 784]> = x.fix()?;
    /// let error = x.fix::<shape![64, 784]>().unwrap_err();
    /// assert_eq!(error.to_string(), "axis `Batch` has size 32, where 64 is expected");
    /// # Ok::<(), shaped::SizeError>(())
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// Tensor::<f32, shape![Batch, 784]>::zeros_with(Batch(32)).fix::<shape![32, 512]>();
    /// ```
    ///
    /// # Errors
    /// If a run-time axis does not have the static size.
    fn fix<P: Itself<O>>(
        &self,
    ) -> Result<View<'_, Self::Elem, P, <Self::Layout as Layout<Self::Shape>>::Reaxed<P>, Self::Kind>, SizeError>;
}

impl<X, O: Shape> Fixes<O> for X
where
    X: Operand<Shape: Fix<O>> + ?Sized,
{
    #[inline]
    fn fix<P: Itself<O>>(
        &self,
    ) -> Result<View<'_, Self::Elem, P, <Self::Layout as Layout<Self::Shape>>::Reaxed<P>, Self::Kind>, SizeError> {
        P::fixed(self.view())
    }
}

/// Static axes made run-time ones, as in the shape `O`: `free`.
pub trait Frees<O: Shape>: Operand {
    /// The same elements with static axes made run-time ones: `[32, 784]` -> `[Batch, 784]`. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// let x: Tensor<f32, shape![32, 784]> = Tensor::zeros();
    /// assert_eq!(x.free::<shape![Batch, 784]>().sizes(), [32, 784]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// Tensor::<f32, shape![32, 784]>::zeros().free::<shape![Batch, 512]>();
    /// ```
    ///
    /// # Panics
    /// If the new shape has one name twice, with two sizes: `[2, 3]` -> `[Row, Row]`.
    #[track_caller]
    fn free<P: Itself<O>>(
        &self,
    ) -> View<'_, Self::Elem, P, <Self::Layout as Layout<Self::Shape>>::Reaxed<P>, Self::Kind>;
}

impl<X, O: Shape> Frees<O> for X
where
    X: Operand<Shape: Free<O>> + ?Sized,
{
    #[inline]
    #[track_caller]
    fn free<P: Itself<O>>(
        &self,
    ) -> View<'_, Self::Elem, P, <Self::Layout as Layout<Self::Shape>>::Reaxed<P>, Self::Kind> {
        P::freed(self.view())
    }
}
