//! Between candle's tensors, which know their sizes when the program runs, and typed ones. ndarray stands between them for its views of any sizes, which this
//! library compares with its types.

use candle_core::{CpuStorage, Device, Error, Layout, Result, Storage, Tensor as Candle, WithDType};
use ndarray::ArrayViewD;
use shaped::prelude::*;

/// What candle has in memory, read in place. Row by row without gaps; `contiguous()` makes other tensors so.
///
/// # Errors
/// If it has other elements or other sizes, or does not lie row by row: `an array of shape [360, 63] is no tensor of shape [Batch, 64]: axis 1 has size 63`.
pub fn view<'a, T: WithDType, S: Shape>(storage: &'a CpuStorage, layout: &Layout) -> Result<View<'a, T, S>> {
    let Some((start, end)) = layout.contiguous_offsets() else {
        return Err(Error::Msg("does not lie row by row: call `contiguous()`".into()));
    };
    let elements = &storage.as_slice::<T>()?[start..end];
    let array = ArrayViewD::from_shape(layout.dims(), elements).map_err(Error::wrap)?;
    View::<T, S>::try_from(array).map_err(|error| Error::Msg(error.to_string()))
}

/// A typed tensor with the elements of candle's: one copy.
///
/// # Errors
/// As of [`view`], or if the elements are not in the CPU's memory.
pub fn to_typed<T: WithDType, S: Shape>(x: &Candle) -> Result<Tensor<T, S>> {
    let x = x.contiguous()?;
    let (storage, layout) = x.storage_and_layout();
    match &*storage {
        Storage::Cpu(storage) => Ok(view::<T, S>(storage, layout)?.to_tensor()),
        _ => Err(Error::Msg("not in the CPU's memory: call `to_device(&Device::Cpu)`".into())),
    }
}

/// candle's tensor with the elements of a typed one. Takes the memory over where it came from a vector; larger memory of this library's own is aligned as
/// no `Vec` is, and is copied.
///
/// # Errors
/// Those of candle.
pub fn to_candle<T: WithDType, S: Shape>(x: Tensor<T, S>) -> Result<Candle> {
    let sizes = x.sizes().as_ref().to_vec();
    Candle::from_vec(x.into_vec(), sizes, &Device::Cpu)
}
