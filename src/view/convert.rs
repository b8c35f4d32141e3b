//! Names and numbers of axes: the same elements under other names, nothing copied.

use super::{Layout, Operand, View, ViewMut};
use crate::error::SizeError;
use crate::shape::convert::{Fix, Free, Rename};
use crate::shape::{Shape, run_time};

impl<'a, T, S: Shape, Y: Layout<S>> View<'a, T, S, Y> {
    /// The same elements and sizes as another shape.
    ///
    /// # Safety
    /// `O` has the sizes of the view's own shape.
    #[inline]
    unsafe fn called<O: Shape>(self, shape: O) -> View<'a, T, O, Y::Reaxed<O>> {
        let layout = self.layout.reaxed(self.shape, |strides| strides);
        // SAFETY: an index leads where it led before; only what the types know of the sizes has changed.
        unsafe { self.with(shape, layout) }
    }

    /// As [`NamedAxes::rename`], for as long as the view's own borrow.
    ///
    /// # Panics
    /// If the new shape has one name twice, with two sizes.
    #[inline]
    pub fn rename<O: Shape>(self) -> View<'a, T, O, Y::Reaxed<O>>
    where
        S: Rename<O>,
    {
        let shape = run_time::renamed(self.shape);
        // SAFETY: `renamed` keeps the sizes, which the types say are `O`'s.
        unsafe { self.called(shape) }
    }

    /// As [`NamedAxes::fix`], for as long as the view's own borrow.
    ///
    /// # Errors
    /// If a run-time axis does not have the static size.
    #[inline]
    pub fn fix<O: Shape>(self) -> Result<View<'a, T, O, Y::Reaxed<O>>, SizeError>
    where
        S: Fix<O>,
    {
        let shape = run_time::fixed(self.shape)?;
        // SAFETY: `fixed` has compared the sizes, and keeps the others.
        Ok(unsafe { self.called(shape) })
    }

    /// As [`NamedAxes::free`], for as long as the view's own borrow.
    ///
    /// # Panics
    /// If the new shape has one name twice, with two sizes.
    #[inline]
    pub fn free<O: Shape>(self) -> View<'a, T, O, Y::Reaxed<O>>
    where
        S: Free<O>,
    {
        let shape = run_time::renamed(self.shape);
        // SAFETY: `renamed` keeps the sizes.
        unsafe { self.called(shape) }
    }
}

impl<'a, T, S: Shape> ViewMut<'a, T, S> {
    /// The same elements under other names, to change them; see [`NamedAxes::rename`]. O(1), no copy.
    ///
    /// # Panics
    /// If the new shape has one name twice, with two sizes.
    #[inline]
    pub fn rename<O: Shape>(self) -> ViewMut<'a, T, O>
    where
        S: Rename<O>,
    {
        ViewMut::over(self.elements, run_time::renamed(self.shape))
    }

    /// The same elements with run-time axes made static, to change them; see [`NamedAxes::fix`]. O(1), no copy.
    ///
    /// # Errors
    /// If a run-time axis does not have the static size.
    #[inline]
    pub fn fix<O: Shape>(self) -> Result<ViewMut<'a, T, O>, SizeError<Self>>
    where
        S: Fix<O>,
    {
        match run_time::fixed(self.shape) {
            Ok(shape) => Ok(ViewMut::over(self.elements, shape)),
            Err(error) => Err(error.with(self)),
        }
    }

    /// The same elements with static axes made run-time ones, to change them; see [`NamedAxes::free`]. O(1), no copy.
    ///
    /// # Panics
    /// If the new shape has one name twice, with two sizes.
    #[inline]
    pub fn free<O: Shape>(self) -> ViewMut<'a, T, O>
    where
        S: Free<O>,
    {
        ViewMut::over(self.elements, run_time::renamed(self.shape))
    }
}

/// Between names and numbers of axes, of any tensor or view: static ones with a name and without, run-time ones, and from one
/// to the other. O(1), no copy; [`Tensor::into_renamed`](crate::Tensor::into_renamed) and its like take the tensor over.
///
/// | from | to | |
/// |---|---|---|
/// | `[3, 32, 32]` | `[Channels, 32, 32]` | `rename`, and back; also from one run-time name to another |
/// | `[Batch, 784]` | `[32, 784]` | `fix`, a `Result` |
/// | `[32, 784]` | `[Batch, 784]` | `free` |
///
/// (There is no `TryFrom` between tensors: Rust's own, from a type to itself, overlaps it.)
pub trait NamedAxes: Operand {
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
    #[inline]
    fn rename<O: Shape>(&self) -> View<'_, Self::Elem, O, <Self::Layout as Layout<Self::Shape>>::Reaxed<O>>
    where
        Self::Shape: Rename<O>,
    {
        self.view().rename()
    }

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
    #[inline]
    fn fix<O: Shape>(
        &self,
    ) -> Result<View<'_, Self::Elem, O, <Self::Layout as Layout<Self::Shape>>::Reaxed<O>>, SizeError>
    where
        Self::Shape: Fix<O>,
    {
        self.view().fix()
    }

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
    #[inline]
    fn free<O: Shape>(&self) -> View<'_, Self::Elem, O, <Self::Layout as Layout<Self::Shape>>::Reaxed<O>>
    where
        Self::Shape: Free<O>,
    {
        self.view().free()
    }
}

impl<X: Operand + ?Sized> NamedAxes for X {}
