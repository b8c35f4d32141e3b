//! candle: tensors whose sizes and elements are values, in memory that candle keeps behind a lock.
//!
//! ```
//! use candle_core::{Device, Tensor as Candle};
//! use shaped::{Strided, prelude::*};
//! use shaped_interop::candle::{FromCandle, ToCandle, WithView};
//! axis!(Batch);
//!
//! let x = Candle::arange(0f32, 6.0, &Device::Cpu)?.reshape((2, 3))?.t()?; // [3, 2], column by column
//! let copied = Tensor::<f32, shape![Batch, 2]>::from_candle(&x)?;
//! let sums = x.with_view(|x: View<f32, shape![Batch, 2], Strided>| x.sum(Axis::<0>))?; // read where it lies
//! assert_eq!((sums, copied.sizes()), (tensor![3.0, 12.0], [3, 2]));
//! assert_eq!(copied.relu().to_candle(&Device::Cpu)?.dims(), [3, 2]);
//!
//! let error = Tensor::<f32, shape![Batch, 3]>::from_candle(&x).unwrap_err();
//! assert!(error.to_string().starts_with("an array of shape [3, 2] is no tensor of shape [Batch, 3]: axis 1 has size 2"));
//! # Ok::<(), candle_core::Error>(())
//! ```

use candle_core::{CpuStorage, Device, Error, Layout, Result, Storage, Tensor as Candle, WithDType};
use shaped::prelude::*;
use shaped::{ArrayError, Strided, Values};

/// What is made of candle's tensors, and of what a layer of one's own, a `CustomOp1`, is given of them: which are `Source`.
pub trait FromCandle<Source>: Sized {
    /// The same elements: `(4, 3) -> [4, 3]`, or `[Batch, 3]`. A tensor is a copy, however candle's lies; a view is none. `View<T, S>` reads what lies row by
    /// row without gaps, `View<T, S, Strided>` what lies anyhow.
    ///
    /// # Errors
    /// candle's: if there are other sizes or other elements, or they are in a GPU's memory; of a `View<T, S>`, if they do not lie row by row. What names sizes
    /// is a [`shaped::ArrayError`], with candle's backtrace behind it if `RUST_BACKTRACE` is set.
    ///
    /// ```
    /// use candle_core::{CpuStorage, Layout};
    /// use shaped::prelude::*;
    /// use shaped_interop::candle::FromCandle;
    /// axis!(Batch);
    /// let (storage, layout) = (CpuStorage::F32(vec![1.0, 2.0, 3.0, 4.0]), Layout::contiguous((2, 2)));
    /// let x = View::<f32, shape![Batch, 2]>::from_candle((&storage, &layout))?;
    /// assert_eq!((x[[1, 0]], x.as_slice().as_ptr()), (3.0, storage.as_slice::<f32>()?.as_ptr()));
    /// let error = View::<f64, shape![Batch, 2]>::from_candle((&storage, &layout)).unwrap_err();
    /// assert!(error.to_string().starts_with("unexpected dtype, expected: F64, got: F32"));
    /// # Ok::<(), candle_core::Error>(())
    /// ```
    fn from_candle(source: Source) -> Result<Self>;
}

/// The same error without the data, which candle's errors do not hand back.
fn refused<Data>(error: ArrayError<Data>) -> Error {
    Error::wrap(error.with_data(()))
}

impl<'a, T: WithDType, S: Shape> FromCandle<(&'a CpuStorage, &Layout)> for View<'a, T, S, Strided> {
    fn from_candle((storage, layout): (&'a CpuStorage, &Layout)) -> Result<Self> {
        let strides: Vec<isize> = layout.stride().iter().map(|stride| *stride as isize).collect();
        let elements = storage.as_slice::<T>()?;
        View::from_slice_strided(layout.dims(), &strides, layout.start_offset(), elements).map_err(refused)
    }
}

impl<'a, T: WithDType, S: Shape> FromCandle<(&'a CpuStorage, &Layout)> for View<'a, T, S> {
    fn from_candle((storage, layout): (&'a CpuStorage, &Layout)) -> Result<Self> {
        let elements = storage.as_slice::<T>()?;
        match layout.contiguous_offsets().and_then(|(start, end)| elements.get(start..end)) {
            Some(elements) => View::from_slice_sized(layout.dims(), elements).map_err(refused),
            None => Err(refused(ArrayError::order::<S>(layout.dims().to_vec(), ()))),
        }
    }
}

impl<T: WithDType, S: Shape> FromCandle<&Candle> for Tensor<T, S> {
    fn from_candle(x: &Candle) -> Result<Self> {
        x.with_view(|x: View<T, S, Strided>| x.to_tensor())
    }
}

/// candle's tensors, read where they lie.
pub trait WithView {
    /// What the function makes of a view of the elements, however they lie: `(4, 3) -> [4, 3]`, or `[Batch, 3]`. No copy. The tensor is locked meanwhile, so
    /// that nothing writes to it.
    ///
    /// # Errors
    /// As of [`from_candle`](FromCandle::from_candle).
    ///
    /// ```
    /// use candle_core::{Device, Tensor as Candle};
    /// use shaped::{Strided, prelude::*};
    /// use shaped_interop::candle::WithView;
    /// let x = Candle::new(&[[1.0, 2.0], [3.0, 4.0]], &Device::Cpu)?;
    /// assert_eq!(x.with_view(|x: View<f64, shape![2, 2], Strided>| x.sum_all())?, 10.0);
    /// # Ok::<(), candle_core::Error>(())
    /// ```
    fn with_view<T: WithDType, S: Shape, R>(&self, read: impl FnOnce(View<'_, T, S, Strided>) -> R) -> Result<R>;
}

impl WithView for Candle {
    fn with_view<T: WithDType, S: Shape, R>(&self, read: impl FnOnce(View<'_, T, S, Strided>) -> R) -> Result<R> {
        let (storage, layout) = self.storage_and_layout();
        match &*storage {
            Storage::Cpu(storage) => Ok(read(View::from_candle((storage, layout))?)),
            _ => Err(Error::Msg("not in the CPU's memory: call `to_device(&Device::Cpu)`".into())),
        }
    }
}

/// Tensors and views, as candle's.
pub trait ToCandle: Values<Elem: WithDType> {
    /// The same elements: `[4, 3] -> (4, 3)`. Copies them. PyTorch's `torch.tensor(x.numpy())`.
    ///
    /// # Errors
    /// Those of candle, such as a device that is not there.
    fn to_candle(&self, device: &Device) -> Result<Candle>;
}

impl<X: Values<Elem: WithDType>> ToCandle for X {
    fn to_candle(&self, device: &Device) -> Result<Candle> {
        self.view().to_tensor().into_candle(device)
    }
}

/// Tensors that become candle's.
pub trait IntoCandle: Sized {
    /// The same elements: `[4, 3] -> (4, 3)`. Takes the memory over where it came from a vector and the device is the CPU; larger memory of this library's own is
    /// aligned as no `Vec` is, and is copied.
    ///
    /// # Errors
    /// Those of candle, such as a device that is not there.
    ///
    /// ```
    /// use candle_core::Device;
    /// use shaped::prelude::*;
    /// use shaped_interop::candle::IntoCandle;
    /// let x = tensor![[1u8, 2, 3], [4, 5, 6]].into_candle(&Device::Cpu)?;
    /// assert_eq!(x.to_vec2::<u8>()?, [[1, 2, 3], [4, 5, 6]]);
    /// # Ok::<(), candle_core::Error>(())
    /// ```
    fn into_candle(self, device: &Device) -> Result<Candle>;

    /// The same elements as what a layer of one's own, a `CustomOp1`, gives. Takes the memory over as [`into_candle`](Self::into_candle) does.
    fn into_candle_storage(self) -> (CpuStorage, candle_core::Shape);
}

impl<T: WithDType, S: Shape> IntoCandle for Tensor<T, S> {
    fn into_candle(self, device: &Device) -> Result<Candle> {
        let sizes = self.sizes().as_ref().to_vec();
        Candle::from_vec(self.into_vec(), sizes, device)
    }

    fn into_candle_storage(self) -> (CpuStorage, candle_core::Shape) {
        let sizes = self.sizes().as_ref().to_vec();
        (T::to_cpu_storage_owned(self.into_vec()), sizes.into())
    }
}
