//! Files as sources of tensors, whatever their format.

// Circle with adapted.rs: each source can be adapted, and what is adapted is a source.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::convert::Infallible;

use super::adapted::{Casting, Renamed};
use super::element::Number;
use super::shown::ShownSizes;
use super::{DType, FileElement, FileError, FileErrorKind};
use crate::error::asked_sizes;
use crate::shape::Shape;
use crate::shape::dims::{Dims, MAX_RANK};
use crate::shape::list::of_sizes;
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::Operand;

/// Tensors that are asked for by name: a file of safetensors, an npz archive, or what PyTorch saved.
///
/// The element type and the shape are the caller's; the file must have just these. Functions that load a model take any
/// `&impl TensorSource`:
///
/// ```
/// use shaped::io::{FileError, TensorSource};
/// use shaped::prelude::*;
/// struct Dense {
///     weight: Tensor<f32, shape![128, 64]>,
///     bias: Tensor<f32, shape![128]>,
/// }
/// impl Dense {
///     fn load(&mut self, file: &impl TensorSource, prefix: &str) -> Result<(), FileError> {
///         file.read_into(&format!("{prefix}.weight"), &mut self.weight)?;
///         file.read_into(&format!("{prefix}.bias"), &mut self.bias)
///     }
/// }
/// ```
///
/// The trait is sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no file of tensors",
    label = "an open file is needed",
    note = "`let file = SafeTensors::open(path)?` opens one; `Npz::open(path)?`, `Pth::open(path)?` and the shards of `ShardedSafeTensors` are such files, too"
)]
pub trait TensorSource: Stores + Sized {
    /// The names of the tensors, sorted. PyTorch's `state_dict.keys()`.
    fn names(&self) -> Vec<&str> {
        self.stored_names()
    }

    /// Is there a tensor of this name?
    fn contains(&self, name: &str) -> bool {
        self.stored_names().binary_search(&name).is_ok()
    }

    /// The element type of a tensor, and its sizes, outermost axis first.
    ///
    /// # Errors
    /// If there is no tensor of this name, or it cannot be decompressed.
    fn info(&self, name: &str) -> Result<(DType, Vec<usize>), FileError> {
        let stored = self.stored(name)?;
        Ok((stored.dtype, stored.sizes))
    }

    /// A tensor by its name, with the element type and the shape that it must have. Copies the elements to a new tensor.
    /// PyTorch's `state_dict[name]`, with the shape checked.
    ///
    /// The number of a run-time axis comes from the file:
    #[cfg_attr(feature = "safetensors", doc = "```")]
    #[cfg_attr(not(feature = "safetensors"), doc = "```ignore")]
    /// use shaped::io::SafeTensors;
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// let file = SafeTensors::open("examples/data/digits_mlp.safetensors")?;
    /// let weight = file.tensor::<f32, shape![128, 64]>("0.weight")?;
    /// let logits = file.tensor::<f32, shape![Batch, 10]>("expected_logits")?;
    /// assert_eq!(logits.sizes(), [360, 10]);
    /// # Ok::<(), shaped::io::FileError>(())
    /// ```
    ///
    /// # Errors
    /// If there is no tensor of this name, or it has another element type or shape.
    fn tensor<T: FileElement, S: Shape>(&self, name: &str) -> Result<Tensor<T, S>, FileError> {
        let stored = self.stored(name)?;
        stored.tensor(Some(name)).map_err(|error| error.at(self.place()))
    }

    /// As [`tensor`](TensorSource::tensor), from any element type of numbers: floats are rounded to the nearest, all else must
    /// be exact. PyTorch's `state_dict[name].to(dtype)`, which wraps and truncates where this gives an error.
    ///
    #[cfg_attr(feature = "safetensors", doc = "```")]
    #[cfg_attr(not(feature = "safetensors"), doc = "```ignore")]
    /// use shaped::io::{SafeTensors, SafeTensorsWriter};
    /// use shaped::prelude::*;
    /// let file = SafeTensorsWriter::new().with("x", &tensor![1_i64, 2, 300])?.to_bytes()?;
    /// let file = SafeTensors::from_bytes(&file)?;
    /// assert_eq!(file.tensor_cast::<f32, shape![3]>("x")?, tensor![1.0, 2.0, 300.0]);
    /// let error = file.tensor_cast::<u8, shape![3]>("x").unwrap_err();
    /// assert_eq!(error.to_string(), r#"tensor "x": element 2 is 300, which u8 cannot hold"#);
    /// # Ok::<(), shaped::io::FileError>(())
    /// ```
    ///
    /// # Errors
    /// If there is no tensor of this name, or it has another shape, or an element that the element type cannot hold.
    fn tensor_cast<T: FileElement, S: Shape>(&self, name: &str) -> Result<Tensor<T, S>, FileError> {
        let stored = self.stored(name)?;
        stored.tensor_cast(Some(name)).map_err(|error| error.at(self.place()))
    }

    /// Fills a tensor that is there already, of just this element type and these sizes. No allocation of elements. PyTorch's
    /// `parameter.copy_(state_dict[name])`, without stretching.
    ///
    /// # Errors
    /// If there is no tensor of this name, or it has another element type or other sizes: the tensor is as it was. If the file itself can't be
    /// read to the end, it has some of the new elements.
    fn read_into<T: FileElement, S: Shape>(&self, name: &str, to: &mut Tensor<T, S>) -> Result<(), FileError> {
        let stored = self.stored(name)?;
        stored.read_into(Some(name), to).map_err(|error| error.at(self.place()))
    }

    /// As [`read_into`](TensorSource::read_into), where the sizes are known at run time only, outermost axis first: for code that
    /// goes over all parameters of a model.
    ///
    /// # Errors
    /// If there is no tensor of this name, or it has another element type or other sizes, or the slice another length: the
    /// slice is as it was. If the file itself can't be read to the end, it has some of the new elements.
    fn read_into_slice<T: FileElement>(&self, name: &str, sizes: &[usize], to: &mut [T]) -> Result<(), FileError> {
        let stored = self.stored(name)?;
        stored.read_into_slice(Some(name), sizes, to).map_err(|error| error.at(self.place()))
    }

    /// The same tensors under other names, for a model that calls its parts otherwise; those for which the function gives `None` are left
    /// out. Nothing is read. PyTorch's `{rename(name): x for name, x in state_dict.items()}`.
    ///
    #[cfg_attr(feature = "safetensors", doc = "```")]
    #[cfg_attr(not(feature = "safetensors"), doc = "```ignore")]
    /// use shaped::io::SafeTensors;
    /// use shaped::{nn::*, prelude::*};
    /// let file = SafeTensors::open("examples/data/digits_mlp.safetensors")?;
    /// // The first layer alone, as if the file held no other.
    /// let first = file.renamed(|name| name.strip_prefix("0.").map(String::from))?;
    /// let mut layer = Linear::<dim!(64), dim!(128)>::default();
    /// assert!(layer.load_state_dict(&first)?.is_empty());
    /// # Ok::<(), shaped::io::FileError>(())
    /// ```
    ///
    /// # Errors
    /// If two tensors would have one name.
    fn renamed(&self, rename: impl FnMut(&str) -> Option<String>) -> Result<Renamed<'_, Self>, FileError> {
        Renamed::new(self, rename)
    }

    /// The tensors whose names start with this, without it: of a file whose names all start with `model.`, or of one part of it. Nothing is
    /// read. PyTorch's `consume_prefix_in_state_dict_if_present`.
    ///
    #[cfg_attr(feature = "safetensors", doc = "```")]
    #[cfg_attr(not(feature = "safetensors"), doc = "```ignore")]
    /// use shaped::io::SafeTensors;
    /// use shaped::{nn::*, prelude::*};
    /// let file = SafeTensors::open("examples/data/digits_mlp.safetensors")?;
    /// assert_eq!(file.under("4.").names(), ["bias", "weight"]);
    /// let mut head = Linear::<dim!(64), dim!(10)>::default();
    /// head.load_state_dict(&file.under("4."))?;
    /// # Ok::<(), shaped::io::FileError>(())
    /// ```
    fn under(&self, prefix: &str) -> Renamed<'_, Self> {
        let renamed = Renamed::new(self, |name| name.strip_prefix(prefix).map(String::from));
        renamed.unwrap_or_else(|_| unreachable!("names that differ differ behind what they have in common"))
    }

    /// The same tensors, whose numbers are converted to the element type that is asked for, as by [`tensor_cast`](Self::tensor_cast): a file of
    /// `f16` or `bf16` (with the feature `half`) into a model of `f32`. PyTorch's `model.load_state_dict(state_dict)`, which always does.
    ///
    #[cfg_attr(feature = "safetensors", doc = "```")]
    #[cfg_attr(not(feature = "safetensors"), doc = "```ignore")]
    /// use shaped::io::SafeTensors;
    /// use shaped::{nn::*, prelude::*};
    /// let file = SafeTensors::open("examples/data/digits_mlp.safetensors")?;
    /// let mut first = Linear::<dim!(64), dim!(128), f64>::default();
    /// let error = first.load_state_dict(&file.under("0.")).unwrap_err();
    /// assert!(error.to_string().ends_with("the file has f32 [128, 64], the type asks for f64 [128, 64]"));
    /// first.load_state_dict(&file.under("0.").casting())?;
    /// # Ok::<(), shaped::io::FileError>(())
    /// ```
    fn casting(&self) -> Casting<'_, Self> {
        Casting(self)
    }
}

#[diagnostic::do_not_recommend]
impl<F: Stores> TensorSource for F {}

/// What a format implements; not for use.
pub trait Stores {
    /// The names, sorted.
    fn stored_names(&self) -> Vec<&str>;
    /// A tensor as it lies in the file.
    fn stored(&self, name: &str) -> Result<Stored<'_>, FileError>;
    /// The path, if there is one.
    fn place(&self) -> Option<&str>;
    /// There is no tensor of this name.
    fn missing(&self, name: &str) -> FileError {
        let available = self.stored_names().into_iter().map(String::from).collect();
        FileError::new(FileErrorKind::Missing { name: name.into(), available }).at(self.place())
    }
}

/// A tensor as it lies in a file.
pub struct Stored<'a> {
    pub dtype: DType,
    /// Outermost axis first.
    pub sizes: Vec<usize>,
    pub data: Data<'a>,
    pub big_endian: bool,
    /// Is the first axis the contiguous one?
    pub fortran_order: bool,
    /// Are numbers converted to the type that is asked for?
    pub casts: bool,
}

/// Where the elements of a tensor are.
pub enum Data<'a> {
    /// In memory, as they are.
    Plain(&'a [u8]),
    /// In an open file, so many bytes from one on.
    #[cfg(all(feature = "std", feature = "safetensors"))]
    File { file: &'a super::file::OpenFile, start: u64, length: usize },
    /// In an entry of an archive, after some bytes that are to be skipped.
    #[cfg(feature = "npy")]
    Packed { file: &'a [u8], member: super::zip::Member, skip: usize, limit: u64 },
    /// In memory, so many elements apart along each axis, the outermost first; bytes go as far as the last one's.
    #[cfg(feature = "pth")]
    Strided { bytes: &'a [u8], strides: Vec<usize> },
}

/// So many bytes of a file are read at a time, a whole number of elements of any type.
#[cfg(all(feature = "std", feature = "safetensors"))]
const PART: usize = 1 << 18;

/// The bytes of a tensor, whose number is right.
enum All<'a> {
    Bytes(Cow<'a, [u8]>),
    /// Those of a file from one on, so many; such files have the last axis contiguous.
    #[cfg(all(feature = "std", feature = "safetensors"))]
    File(&'a super::file::OpenFile, u64, usize),
}

impl All<'_> {
    fn len(&self) -> usize {
        match self {
            All::Bytes(bytes) => bytes.len(),
            #[cfg(all(feature = "std", feature = "safetensors"))]
            All::File(_, _, length) => *length,
        }
    }
}

impl<'a> Stored<'a> {
    pub fn tensor<T: FileElement, S: Shape>(&self, name: Option<&str>) -> Result<Tensor<T, S>, FileError> {
        if self.casts {
            return self.tensor_cast(name);
        }
        let shape: S = self.shape(name, T::DTYPE)?;
        Ok(Tensor::from_parts(self.read(name, &shape.dims())?, shape))
    }

    pub fn read_into<T: FileElement, S: Shape>(
        &self,
        name: Option<&str>,
        to: &mut Tensor<T, S>,
    ) -> Result<(), FileError> {
        let dims = to.view().shape().dims();
        let mut sizes = dims.sizes;
        sizes[..dims.rank].reverse();
        self.read_into_slice(name, &sizes[..dims.rank], to.as_mut_slice())
    }

    pub fn read_into_slice<T: FileElement>(
        &self,
        name: Option<&str>,
        sizes: &[usize],
        to: &mut [T],
    ) -> Result<(), FileError> {
        let mismatch = || self.mismatch(name, T::DTYPE, sizes.iter().map(ToString::to_string).collect());
        let mut dims = Dims::SCALAR;
        if self.dtype != T::DTYPE && !self.casts || self.sizes != sizes || sizes.len() > MAX_RANK {
            return Err(mismatch());
        }
        for &size in sizes {
            dims = dims.push(Some(size));
        }
        if dims.numel() != Some(to.len()) {
            return Err(self.mismatch(name, T::DTYPE, alloc::vec![to.len().to_string()]));
        }
        // What can turn out to be no element of the type later than the first ones are written is read apart from them.
        if self.dtype == T::DTYPE && T::DTYPE != DType::Bool {
            let all = self.all::<T>(name, &dims)?;
            return self.each_part::<T>(&all, name, &mut |at, bytes| {
                self.fill(bytes, &dims, &mut to[at..]);
                Ok(())
            });
        }
        to.copy_from_slice(self.cast(name, &dims)?.ok_or_else(mismatch)?.as_slice());
        Ok(())
    }

    pub fn tensor_cast<T: FileElement, S: Shape>(&self, name: Option<&str>) -> Result<Tensor<T, S>, FileError> {
        // For the error: the shape is wrong, not the type.
        let shape: S = self.shape(name, self.dtype.clone())?;
        let mismatch = || self.mismatch(name, T::DTYPE, asked_sizes::<S>());
        Ok(Tensor::from_parts(self.cast(name, &shape.dims())?.ok_or_else(mismatch)?, shape))
    }

    /// The file's elements, which are of this type, row by row.
    fn read<T: FileElement>(&self, name: Option<&str>, dims: &Dims) -> Result<Buffer<T>, FileError> {
        self.read_by::<T, T>(name, dims, &mut |to, bytes, _| {
            self.fill(bytes, dims, to);
            Ok(())
        })
    }

    /// The file's elements, which are of type `U`, written by a function: to the places from one on, of some bytes, and the first one's number.
    fn read_by<U: FileElement, T: FileElement>(
        &self,
        name: Option<&str>,
        dims: &Dims,
        write: &mut dyn FnMut(&mut [T], &[u8], usize) -> Result<(), FileError>,
    ) -> Result<Buffer<T>, FileError> {
        let all = self.all::<U>(name, dims)?;
        let mut buffer = Buffer::filled(all.len() / U::WIDTH, T::default());
        let to = buffer.as_mut_slice();
        self.each_part::<U>(&all, name, &mut |at, bytes| write(&mut to[at..], bytes, at))?;
        Ok(buffer)
    }

    /// The file's elements, converted; none if no number can be made of what they are.
    fn cast<T: FileElement>(&self, name: Option<&str>, dims: &Dims) -> Result<Option<Buffer<T>>, FileError> {
        /// The file's elements are of type `U`.
        fn of<U: FileElement, T: FileElement>(
            stored: &Stored<'_>,
            name: Option<&str>,
            dims: &Dims,
        ) -> Result<Option<Buffer<T>>, FileError> {
            let buffer = stored.read_by::<U, T>(name, dims, &mut |to, bytes, first| {
                stored.fill_by(bytes, dims, to, U::WIDTH, |place, bytes| {
                    let number = U::read(bytes, stored.big_endian).number();
                    T::from_number(number).ok_or_else(|| not_held(name, first + place, number, T::DTYPE))
                })
            });
            buffer.map(Some)
        }
        match self.dtype {
            _ if self.dtype == T::DTYPE => self.read(name, dims).map(Some),
            DType::Bool => of::<bool, T>(self, name, dims),
            DType::U8 => of::<u8, T>(self, name, dims),
            DType::I8 => of::<i8, T>(self, name, dims),
            DType::U16 => of::<u16, T>(self, name, dims),
            DType::I16 => of::<i16, T>(self, name, dims),
            DType::U32 => of::<u32, T>(self, name, dims),
            DType::I32 => of::<i32, T>(self, name, dims),
            DType::U64 => of::<u64, T>(self, name, dims),
            DType::I64 => of::<i64, T>(self, name, dims),
            #[cfg(feature = "half")]
            DType::F16 => of::<half::f16, T>(self, name, dims),
            #[cfg(feature = "half")]
            DType::BF16 => of::<half::bf16, T>(self, name, dims),
            DType::F32 => of::<f32, T>(self, name, dims),
            DType::F64 => of::<f64, T>(self, name, dims),
            #[cfg(feature = "num-complex")]
            DType::C64 => of::<num_complex::Complex<f32>, T>(self, name, dims),
            #[cfg(feature = "num-complex")]
            DType::C128 => of::<num_complex::Complex<f64>, T>(self, name, dims),
            _ => Ok(None),
        }
    }

    /// The shape of type `S` with the file's sizes.
    fn shape<S: Shape>(&self, name: Option<&str>, asked: DType) -> Result<S, FileError> {
        match of_sizes(&self.sizes).filter(|_| self.dtype == asked) {
            Some(shape) => Ok(shape),
            None => Err(self.mismatch(name, asked, asked_sizes::<S>())),
        }
    }

    /// All bytes, which are as many as the shape has.
    fn all<T: FileElement>(&self, name: Option<&str>, dims: &Dims) -> Result<All<'_>, FileError> {
        let all = match self.data {
            Data::Plain(bytes) => All::Bytes(Cow::Borrowed(bytes)),
            #[cfg(feature = "pth")]
            Data::Strided { bytes, ref strides } => {
                let places = RowMajorPlaces::new(dims, strides.iter().rev().copied());
                let elements =
                    places.take(dims.numel().unwrap_or(0)).flat_map(|place| &bytes[place * T::WIDTH..][..T::WIDTH]);
                All::Bytes(elements.copied().collect())
            }
            #[cfg(all(feature = "std", feature = "safetensors"))]
            Data::File { file, start, length } => All::File(file, start, length),
            #[cfg(feature = "npy")]
            Data::Packed { file, member, skip, limit } => All::Bytes(
                member.bytes(file, skip, limit).map_err(|error| name.into_iter().fold(error, FileError::of))?,
            ),
        };
        #[cfg(not(feature = "npy"))]
        let _ = name;
        if dims.numel().and_then(|numel| numel.checked_mul(T::WIDTH)) != Some(all.len()) {
            let (dtype, sizes, bytes) = (&self.dtype, ShownSizes(&self.sizes), all.len());
            return Err(FileError::malformed(format_args!("{dtype} {sizes} does not take {bytes} bytes")));
        }
        Ok(all)
    }

    /// Shows the bytes of all elements part by part, each with the number of its first element, once they are known to be of the type.
    fn each_part<T: FileElement>(
        &self,
        all: &All<'_>,
        name: Option<&str>,
        show: &mut dyn FnMut(usize, &[u8]) -> Result<(), FileError>,
    ) -> Result<(), FileError> {
        let mut checked = |at: usize, bytes: &[u8]| match T::first_invalid(bytes) {
            Some(place) => Err(not_held(name, at + place, Number::Int(bytes[place].into()), T::DTYPE)),
            None => show(at, bytes),
        };
        match all {
            All::Bytes(bytes) => checked(0, bytes),
            #[cfg(all(feature = "std", feature = "safetensors"))]
            All::File(file, start, length) => {
                let mut part = alloc::vec![0; PART.min(*length)];
                for at in (0..*length).step_by(PART) {
                    let part = &mut part[..PART.min(length - at)];
                    file.read(start + at as u64, part)?;
                    checked(at / T::WIDTH, part)?;
                }
                Ok(())
            }
        }
    }

    /// Writes elements, row by row: as many as there are bytes for.
    fn fill<T: FileElement>(&self, bytes: &[u8], dims: &Dims, to: &mut [T]) {
        // A loop for each order, so that it is a copy where the machine's is the file's.
        let big_endian = self.big_endian;
        let written = if big_endian {
            self.fill_by(bytes, dims, to, T::WIDTH, |_, bytes| Ok::<T, Infallible>(T::read(bytes, true)))
        } else {
            self.fill_by(bytes, dims, to, T::WIDTH, |_, bytes| Ok::<T, Infallible>(T::read(bytes, false)))
        };
        let Ok(()) = written;
    }

    /// Writes what a function makes of an element's number, within these bytes, and of its own bytes, so many; as many as there are bytes for.
    #[inline(always)]
    fn fill_by<T, E>(
        &self,
        bytes: &[u8],
        dims: &Dims,
        to: &mut [T],
        width: usize,
        mut element: impl FnMut(usize, &[u8]) -> Result<T, E>,
    ) -> Result<(), E> {
        if self.fortran_order && dims.rank > 1 {
            for (number, (to, place)) in to.iter_mut().zip(RowMajorPlaces::in_fortran_order(dims)).enumerate() {
                *to = element(number, &bytes[place * width..][..width])?;
            }
        } else {
            for (number, (to, bytes)) in to.iter_mut().zip(bytes.chunks_exact(width)).enumerate() {
                *to = element(number, bytes)?;
            }
        }
        Ok(())
    }

    fn mismatch(&self, name: Option<&str>, asked_dtype: DType, asked_sizes: Vec<String>) -> FileError {
        FileError::new(FileErrorKind::Mismatch {
            name: name.map(Into::into),
            dtype: self.dtype.clone(),
            sizes: self.sizes.clone(),
            asked_dtype,
            asked_sizes,
        })
    }
}

fn not_held(name: Option<&str>, place: usize, value: Number, asked_dtype: DType) -> FileError {
    FileError::new(FileErrorKind::Value { name: name.map(Into::into), place, value: value.to_string(), asked_dtype })
}

/// The places, in memory of some strides, of all elements row by row.
struct RowMajorPlaces {
    dims: Dims,
    /// From the last axis, like the sizes.
    strides: [usize; MAX_RANK],
    index: [usize; MAX_RANK],
    place: usize,
}

impl RowMajorPlaces {
    /// In memory of these strides, from the last axis on.
    fn new(dims: &Dims, from_last: impl Iterator<Item = usize>) -> Self {
        let mut strides = [0; MAX_RANK];
        strides.iter_mut().zip(from_last).for_each(|(stride, step)| *stride = step);
        RowMajorPlaces { dims: *dims, strides, index: [0; MAX_RANK], place: 0 }
    }

    /// In memory where the first axis is contiguous. The elements can be counted.
    fn in_fortran_order(dims: &Dims) -> Self {
        let mut strides = [0; MAX_RANK];
        let mut step = 1usize;
        for axis in (0..dims.rank).rev() {
            strides[axis] = step;
            // It overflows where another axis has size 0 only, and then there is no element.
            step = step.wrapping_mul(dims.sizes[axis]);
        }
        RowMajorPlaces::new(dims, strides.into_iter())
    }
}

/// Endless: zipped with the elements to be written.
impl Iterator for RowMajorPlaces {
    type Item = usize;
    #[inline]
    fn next(&mut self) -> Option<usize> {
        let place = self.place;
        for axis in 0..self.dims.rank {
            self.index[axis] += 1;
            self.place = self.place.wrapping_add(self.strides[axis]);
            if self.index[axis] < self.dims.sizes[axis] {
                break;
            }
            self.index[axis] = 0;
            self.place = self.place.wrapping_sub(self.strides[axis].wrapping_mul(self.dims.sizes[axis]));
        }
        Some(place)
    }
}
