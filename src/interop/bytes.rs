//! bytemuck: bytes of a file, of a socket, of a GPU's memory as tensors of numbers, and tensors as bytes. The order of an element's bytes is the processor's.

use bytemuck::{AnyBitPattern, NoUninit, Pod};

use crate::error::{BytesError, LengthError};
use crate::shape::run_time::RunTimeSizes;
use crate::shape::{Shape, StaticShape};
#[cfg(feature = "alloc")]
use crate::storage::Buffer;
#[cfg(feature = "alloc")]
use crate::tensor::Tensor;
use crate::view::{View, ViewMut};

fn error<T>(length: Option<LengthError<()>>) -> BytesError {
    let (width, align) = (size_of::<T>(), align_of::<T>());
    BytesError { element: core::any::type_name::<T>(), width, align, length }
}

/// The shape, if it has as many bytes. (Of elements without bytes there are none.)
fn fitting<T, S: Shape>(shape: S, found: usize) -> Result<S, BytesError> {
    let bytes = shape.dims().numel().and_then(|numel| numel.checked_mul(size_of::<T>()));
    if bytes == Some(found) && size_of::<T>() > 0 {
        return Ok(shape);
    }
    Err(error::<T>(Some(LengthError::of(shape, found, ()))))
}

fn fitting_sizes<T, S: Shape>(sizes: impl RunTimeSizes<S>, found: usize) -> Result<S, BytesError> {
    let no_shape = |why| error::<T>(Some(LengthError::no_shape(why, found, ())));
    fitting::<T, S>(sizes.try_shape().map_err(no_shape)?, found)
}

/// The elements that lie in the bytes, which are as many as the shape has: only their address can still be wrong, and that of none never is.
fn elements<T: AnyBitPattern>(bytes: &[u8]) -> Result<&[T], BytesError> {
    if bytes.is_empty() {
        return Ok(&[]);
    }
    bytemuck::try_cast_slice(bytes).map_err(|_| error::<T>(None))
}

fn elements_mut<T: Pod>(bytes: &mut [u8]) -> Result<&mut [T], BytesError> {
    if bytes.is_empty() {
        return Ok(&mut []);
    }
    bytemuck::try_cast_slice_mut(bytes).map_err(|_| error::<T>(None))
}

impl<'a, T: AnyBitPattern, S: Shape> View<'a, T, S> {
    /// Bytes as a tensor of shape `S`, row by row: 24 bytes as `[2, 3]` of `f32`. No copy. NumPy's `np.frombuffer(bytes, dtype).reshape(shape)`.
    ///
    /// # Errors
    /// If there are more bytes or fewer than the shape has, or they lie where no such element can, as those of a file may.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let bytes = [1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0];
    /// let x = View::<[u8; 2], shape![2, 3]>::from_bytes(&bytes)?; // `[u8; 2]` can lie anywhere, and has a given order of bytes
    /// assert_eq!(x.map(u16::from_le_bytes), tensor![[1, 2, 3], [4, 5, 6]]);
    /// # Ok::<(), shaped::BytesError>(())
    /// ```
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Self, BytesError>
    where
        S: StaticShape,
    {
        let shape = fitting::<T, S>(S::VALUE, bytes.len())?;
        Ok(View::over(elements(bytes)?, shape))
    }

    /// Bytes as a tensor with run-time sizes, which are given first. No copy.
    ///
    /// # Errors
    /// As of [`from_bytes`](Self::from_bytes), or if one name is given two sizes.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// let bytes = [1, 2, 3, 4, 5, 6];
    /// let x = View::<u8, shape![Batch, 3]>::from_bytes_with(Batch(2), &bytes)?;
    /// assert_eq!((x.sizes(), x[[1, 0]]), ([2, 3], 4));
    /// # Ok::<(), shaped::BytesError>(())
    /// ```
    pub fn from_bytes_with(sizes: impl RunTimeSizes<S>, bytes: &'a [u8]) -> Result<Self, BytesError> {
        let shape = fitting_sizes::<T, S>(sizes, bytes.len())?;
        Ok(View::over(elements(bytes)?, shape))
    }
}

impl<'a, T: NoUninit, S: Shape> View<'a, T, S> {
    /// The elements as bytes, row by row, in the processor's order: what a file, a socket or a GPU's queue takes. No copy. NumPy's `x.tobytes()`, which
    /// copies.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![1u16, 2, 3];
    /// assert_eq!(x.view().as_bytes().len(), 6);
    /// assert_eq!(View::<u16, shape![3]>::from_bytes(x.view().as_bytes())?, x);
    /// # Ok::<(), shaped::BytesError>(())
    /// ```
    pub fn as_bytes(&self) -> &'a [u8] {
        bytemuck::cast_slice(self.as_slice())
    }
}

impl<'a, T: Pod, S: Shape> ViewMut<'a, T, S> {
    /// Bytes as a tensor of shape `S` that can be changed, row by row. No copy.
    ///
    /// # Errors
    /// As of [`View::from_bytes`].
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let mut pixels = [10, 20, 30, 40, 50, 60];
    /// let mut x = ViewMut::<u8, shape![2, 3]>::from_bytes(&mut pixels)?;
    /// x += &tensor![1, 0, 0];                                             // [2, 3] += [3]
    /// assert_eq!(pixels, [11, 20, 30, 41, 50, 60]);
    /// # Ok::<(), shaped::BytesError>(())
    /// ```
    pub fn from_bytes(bytes: &'a mut [u8]) -> Result<Self, BytesError>
    where
        S: StaticShape,
    {
        let shape = fitting::<T, S>(S::VALUE, bytes.len())?;
        Ok(ViewMut::over(elements_mut(bytes)?, shape))
    }

    /// Bytes as a tensor with run-time sizes, which are given first, that can be changed. No copy.
    ///
    /// # Errors
    /// As of [`View::from_bytes_with`].
    pub fn from_bytes_with(sizes: impl RunTimeSizes<S>, bytes: &'a mut [u8]) -> Result<Self, BytesError> {
        let shape = fitting_sizes::<T, S>(sizes, bytes.len())?;
        Ok(ViewMut::over(elements_mut(bytes)?, shape))
    }

    /// The elements as bytes that can be changed, row by row, in the processor's order: what a file or a socket is read into. No copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// use std::io::Read;
    /// let mut file: &[u8] = &1.0f32.to_ne_bytes().repeat(3);
    /// let mut x = Tensor::<f32, shape![2, 3]>::zeros();
    /// file.read_exact(x.view_mut().outer_iter_mut().next().unwrap().as_bytes_mut())?; // the first row
    /// assert_eq!(x, tensor![[1.0, 1.0, 1.0], [0.0, 0.0, 0.0]]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn as_bytes_mut(&mut self) -> &mut [u8] {
        bytemuck::cast_slice_mut(self.as_mut_slice())
    }
}

#[cfg(feature = "alloc")]
impl<T: AnyBitPattern, S: Shape> Tensor<T, S> {
    /// Bytes as a tensor of shape `S`, row by row, copied from wherever they lie. NumPy's `np.frombuffer(bytes, dtype).reshape(shape).copy()`.
    ///
    /// # Errors
    /// If there are more bytes or fewer than the shape has.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let file = [&b"header:"[..], &1.5f32.to_ne_bytes(), &2.5f32.to_ne_bytes()].concat();
    /// let x = Tensor::<f32, shape![2]>::from_bytes(&file[7..])?;
    /// assert_eq!(x, tensor![1.5, 2.5]);
    /// let error = Tensor::<f32, shape![2]>::from_bytes(&file).unwrap_err();
    /// assert_eq!(error.to_string(), "shape [2] of f32 has 8 bytes, but 15 were given");
    /// # Ok::<(), shaped::BytesError>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BytesError>
    where
        S: StaticShape,
    {
        let shape = fitting::<T, S>(S::VALUE, bytes.len())?;
        Ok(Tensor::from_parts(copied(bytes), shape))
    }

    /// Bytes as a tensor with run-time sizes, which are given first, copied from wherever they lie.
    ///
    /// # Errors
    /// As of [`from_bytes`](Self::from_bytes), or if one name is given two sizes.
    pub fn from_bytes_with(sizes: impl RunTimeSizes<S>, bytes: &[u8]) -> Result<Self, BytesError> {
        let shape = fitting_sizes::<T, S>(sizes, bytes.len())?;
        Ok(Tensor::from_parts(copied(bytes), shape))
    }
}

#[cfg(feature = "alloc")]
impl<T: NoUninit, S: Shape> Tensor<T, S> {
    /// The elements as bytes, row by row, in the processor's order. No copy. NumPy's `x.tobytes()`, which copies.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![[1u8, 2], [3, 4]].as_bytes(), [1, 2, 3, 4]);
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        bytemuck::cast_slice(self.as_slice())
    }
}

#[cfg(feature = "alloc")]
impl<T: Pod, S: Shape> Tensor<T, S> {
    /// The elements as bytes that can be changed, row by row, in the processor's order: what a file or a socket is read into. No copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// use std::io::Read;
    /// let mut file: &[u8] = &1.0f32.to_ne_bytes().repeat(6);
    /// let mut x = Tensor::<f32, shape![2, 3]>::zeros();
    /// file.read_exact(x.as_bytes_mut())?;
    /// assert_eq!(x, Tensor::ones());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn as_bytes_mut(&mut self) -> &mut [u8] {
        bytemuck::cast_slice_mut(self.as_mut_slice())
    }
}

/// One pass, element by element, wherever the bytes lie.
#[cfg(feature = "alloc")]
fn copied<T: AnyBitPattern>(bytes: &[u8]) -> Buffer<T> {
    let elements = bytes.chunks_exact(size_of::<T>()).map(bytemuck::pod_read_unaligned);
    Buffer::from_iter(elements.len(), elements)
}
