//! Reading safetensors: eight bytes that say how long the header is, the header in JSON, and the elements, little end first.
//!
//! The crate `safetensors` says what an entry of the header is; the checks are made here, since its own do not name the tensor,
//! and let sums of offsets wrap around.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use ::safetensors::Dtype;
use ::safetensors::tensor::TensorInfo;
use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, Visitor};

#[cfg(feature = "std")]
use super::file::OpenFile;
use super::shown::{Name, ShownSizes};
use super::source::{Data, Stored, Stores};
use super::{DType, FileError, FileErrorKind, foreign};

/// The most bytes that a header may have; the reference implementation has the same limit.
pub(super) const HEADER_LIMIT: usize = 100_000_000;
/// The key of the header that is no tensor.
pub(super) const METADATA: &str = "__metadata__";

/// A safetensors file, the format of Hugging Face's models: tensors by name.
///
/// Opening it reads and checks the header; [`tensor`](super::TensorSource::tensor) then checks the element type and the shape, and reads the
/// elements from the file, which stays open: no more memory is taken than the tensors' own. What another program does to the file meanwhile
/// is seen, as by a memory map, but is never worse than other elements or an error. (What is no regular file, such as a pipe, is read as a whole.)
/// Bytes that are borrowed are not copied.
///
/// ```
/// use shaped::io::SafeTensors;
/// use shaped::prelude::*;
/// let file = SafeTensors::open("examples/data/digits_mlp.safetensors")?;
/// assert_eq!(file.names()[..2], ["0.bias", "0.weight"]);
/// let weight = file.tensor::<f32, shape![128, 64]>("0.weight")?;
/// let mut bias: Tensor<f32, shape![128]> = Tensor::zeros();
/// file.read_into("0.bias", &mut bias)?;
/// # Ok::<(), shaped::io::FileError>(())
/// ```
///
/// ```
/// use shaped::io::SafeTensors;
/// use shaped::prelude::*;
/// let file = SafeTensors::open("examples/data/digits_mlp.safetensors")?;
/// let error = file.tensor::<f32, shape![64, 128]>("0.weight").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "examples/data/digits_mlp.safetensors: tensor \"0.weight\": \
///      the file has f32 [128, 64], the type asks for f32 [64, 128]"
/// );
/// # Ok::<(), shaped::io::FileError>(())
/// ```
pub struct SafeTensors<'a> {
    path: Option<Box<str>>,
    bytes: Bytes<'a>,
    /// Where the elements begin.
    data: usize,
    /// By name, with offsets that lie within the data and are as many bytes as the shape takes.
    tensors: BTreeMap<String, TensorInfo>,
    metadata: BTreeMap<String, String>,
}

/// Where the bytes of a file are.
enum Bytes<'a> {
    Memory(Cow<'a, [u8]>),
    #[cfg(feature = "std")]
    File(OpenFile),
}

impl<'a> SafeTensors<'a> {
    /// A file that is in memory: borrowed bytes (`&[u8]`, a memory map), or a `Vec<u8>` that is taken over. No copy.
    ///
    /// # Errors
    /// If it is no safetensors file, or not whole.
    pub fn from_bytes(bytes: impl Into<Cow<'a, [u8]>>) -> Result<Self, FileError> {
        let bytes = bytes.into();
        let length = bytes.len() as u64;
        let (header, data) = header(&bytes, length).map_err(|error| foreign::or(error, "safetensors", &bytes))?;
        check(&header.tensors, length - data as u64, data as u64)?;
        Ok(SafeTensors::new(header, data, Bytes::Memory(bytes)))
    }

    fn new(header: Header, data: usize, bytes: Bytes<'a>) -> Self {
        SafeTensors { path: None, data, tensors: header.tensors, metadata: header.metadata, bytes }
    }

    /// Opens a file, of which only the header is read now. Python's `safetensors.safe_open(path)`.
    ///
    /// # Errors
    /// If there is no such file, or it is no safetensors file, or not whole.
    #[cfg(feature = "std")]
    pub fn open(path: impl AsRef<std::path::Path>) -> Result<SafeTensors<'static>, FileError> {
        SafeTensors::open_with_limit(path, u64::MAX)
    }

    /// As [`open`](SafeTensors::open), for a file of at most `limit` bytes; a larger one is not read at all.
    ///
    /// # Errors
    /// As for `open`, or if the file has more bytes.
    #[cfg(feature = "std")]
    pub fn open_with_limit(path: impl AsRef<std::path::Path>, limit: u64) -> Result<SafeTensors<'static>, FileError> {
        let (path, shown) = (path.as_ref(), super::path::shown(path.as_ref()));
        let file = match OpenFile::open(path, limit) {
            Ok(Some(file)) => SafeTensors::of_file(file),
            Ok(None) => SafeTensors::from_bytes(super::path::read(path, limit)?),
            Err(error) => Err(error),
        };
        let file = file.map_err(|error| error.at(Some(&shown)))?;
        Ok(SafeTensors { path: Some(shown), ..file })
    }

    /// An open file.
    #[cfg(feature = "std")]
    fn of_file(file: OpenFile) -> Result<SafeTensors<'static>, FileError> {
        let mut head = file.head(8)?;
        if let Some(announced) = head.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
            && announced <= HEADER_LIMIT as u64
            && announced <= file.length() - 8
        {
            head = file.head(8 + announced)?;
        }
        let (header, data) = match header(&head, file.length()) {
            Ok(found) => found,
            Err(error) => {
                // As much as it takes to recognise other formats.
                let ends = [file.head(foreign::END)?, file.tail(foreign::END)?].concat();
                return Err(foreign::or(error, "safetensors", &ends));
            }
        };
        check(&header.tensors, file.length() - data as u64, data as u64)?;
        Ok(SafeTensors::new(header, data, Bytes::File(file)))
    }

    /// The file's own remarks, by key: `{"format": "pt"}`.
    pub fn metadata(&self) -> &BTreeMap<String, String> {
        &self.metadata
    }
}

impl fmt::Debug for SafeTensors<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |info: &TensorInfo| format!("{} {}", dtype(info.dtype), ShownSizes(&info.shape));
        f.debug_map().entries(self.tensors.iter().map(|(name, info)| (Name(name), shown(info)))).finish()
    }
}

impl Stores for SafeTensors<'_> {
    fn stored_names(&self) -> Vec<&str> {
        self.tensors.keys().map(String::as_str).collect()
    }

    fn stored(&self, name: &str) -> Result<Stored<'_>, FileError> {
        let Some(info) = self.tensors.get(name) else {
            return Err(self.missing(name));
        };
        let (begin, end) = info.data_offsets;
        let data = match &self.bytes {
            Bytes::Memory(bytes) => Data::Plain(&bytes[self.data..][begin..end]),
            #[cfg(feature = "std")]
            Bytes::File(file) => Data::File { file, start: self.data as u64 + begin as u64, length: end - begin },
        };
        Ok(Stored {
            dtype: dtype(info.dtype),
            sizes: info.shape.clone(),
            data,
            big_endian: false,
            fortran_order: false,
            casts: false,
        })
    }

    fn place(&self) -> Option<&str> {
        self.path.as_deref()
    }
}

/// The header, and where it ends, by the bytes that a file of some length begins with: all of them, or as far as the header may go.
fn header(bytes: &[u8], length: u64) -> Result<(Header, usize), FileError> {
    let truncated = |part: &str, end| FileErrorKind::Truncated { part: part.into(), end, length };
    let Some((header, _)) = bytes.split_first_chunk() else {
        return Err(FileError::new(truncated("the length of the header", 8)));
    };
    let announced = u64::from_le_bytes(*header);
    if announced > HEADER_LIMIT as u64 {
        let (part, limit) = ("the header".into(), HEADER_LIMIT as u64);
        return Err(FileError::new(FileErrorKind::TooLarge { part, bytes: announced, limit }));
    }
    let end = 8 + announced as usize;
    let Some(json) = bytes.get(8..end) else {
        return Err(FileError::new(truncated("the header", end as u64)));
    };
    let header =
        serde_json::from_slice(json).map_err(|error| FileError::malformed(format_args!("the header: {error}")))?;
    Ok((header, end))
}

/// Makes sure that the tensors lie one after the other, fill the data, and are as long as their shapes say.
fn check(tensors: &BTreeMap<String, TensorInfo>, length: u64, data: u64) -> Result<(), FileError> {
    let mut by_offset: Vec<_> = tensors.iter().collect();
    by_offset.sort_by_key(|(_, info)| info.data_offsets);
    let mut place = 0;
    for (name, info) in by_offset {
        let (begin, end) = info.data_offsets;
        let wrong = |what: &dyn fmt::Display| Err(FileError::malformed(format_args!("tensor {}: {what}", Name(name))));
        if begin != place || end < begin {
            return wrong(&format_args!("it has bytes {begin} to {end} of the data, where byte {place} is next"));
        }
        let (dtype, sizes) = (dtype(info.dtype), ShownSizes(&info.shape));
        let Some(taken) = bytes_of(info) else {
            return wrong(&format_args!("{dtype} {sizes} is no whole number of bytes that can be counted"));
        };
        if taken != end - begin {
            let found = end - begin;
            return wrong(&format_args!("{dtype} {sizes} takes {taken} bytes, and the header gives it {found}"));
        }
        if end as u64 > length {
            let (end, length) = ((end as u64).saturating_add(data), length + data);
            let part = format!("tensor {}", Name(name));
            return Err(FileError::new(FileErrorKind::Truncated { part, end, length }));
        }
        place = end;
    }
    match place as u64 {
        end if end == length => Ok(()),
        end => {
            let (end, extra) = (end + data, length - end);
            Err(FileError::malformed(format_args!("the tensors end at byte {end}, and {extra} more follow")))
        }
    }
}

/// The bytes that a tensor takes, if that can be counted.
fn bytes_of(info: &TensorInfo) -> Option<usize> {
    let bits = info.shape.iter().try_fold(info.dtype.bitsize(), |product, &size| product.checked_mul(size))?;
    bits.is_multiple_of(8).then_some(bits / 8)
}

/// The header as it is read: each name once.
struct Header {
    tensors: BTreeMap<String, TensorInfo>,
    metadata: BTreeMap<String, String>,
}

impl<'de> Deserialize<'de> for Header {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Header;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with an entry for each tensor")
            }
            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Header, M::Error> {
                let mut header = Header { tensors: BTreeMap::new(), metadata: BTreeMap::new() };
                let mut seen = false;
                while let Some(name) = map.next_key::<String>()? {
                    if name == METADATA && !seen {
                        seen = true;
                        header.metadata = map.next_value::<Option<_>>()?.unwrap_or_default();
                    } else if name == METADATA || header.tensors.contains_key(&name) {
                        return Err(M::Error::custom(format_args!("two entries are called {}", Name(&name))));
                    } else {
                        header.tensors.insert(name, map.next_value()?);
                    }
                }
                Ok(header)
            }
        }
        from.deserialize_map(Entries)
    }
}

/// What the format's element types are here.
fn dtype(dtype: Dtype) -> DType {
    match dtype {
        Dtype::BOOL => DType::Bool,
        Dtype::U8 => DType::U8,
        Dtype::I8 => DType::I8,
        Dtype::U16 => DType::U16,
        Dtype::I16 => DType::I16,
        Dtype::U32 => DType::U32,
        Dtype::I32 => DType::I32,
        Dtype::U64 => DType::U64,
        Dtype::I64 => DType::I64,
        Dtype::F16 => DType::F16,
        Dtype::BF16 => DType::BF16,
        Dtype::F32 => DType::F32,
        Dtype::F64 => DType::F64,
        Dtype::C64 => DType::C64,
        other => DType::Other(format!("{other}").into()),
    }
}
