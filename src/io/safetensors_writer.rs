//! Writing safetensors.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use ::safetensors::Dtype;
use ::safetensors::tensor::TensorInfo;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::safetensors::{HEADER_LIMIT, METADATA};
use super::shown::{Name, ShownSizes};
use super::sink::encode;
use super::{DType, FileElement, FileError, TensorSink};
use crate::shape::Shape;
use crate::view::Values;

/// Collects tensors by name and writes them as a safetensors file, which PyTorch, candle and others read.
///
/// The same tensors give the same bytes, whatever the order in which they were added: those that of the reference
/// implementation. Reading gives back every bit.
///
/// ```
/// use shaped::io::{SafeTensors, SafeTensorsWriter};
/// use shaped::prelude::*;
/// let (weight, bias) = (tensor![[1.0_f32, 2.0], [3.0, 4.0]], tensor![f32::NAN, -0.0]);
/// let mut file = SafeTensorsWriter::new().with_metadata("format", "pt");
/// file.add("weight", &weight)?;
/// file.add("bias", &bias)?;
/// file.add("transposed", &weight.transpose())?; // any operand, row by row
/// let bytes = file.to_bytes()?; // or file.save("model.safetensors")?
///
/// let file = SafeTensors::from_bytes(&bytes)?;
/// assert_eq!(file.tensor::<f32, shape![2, 2]>("transposed")?, tensor![[1.0, 3.0], [2.0, 4.0]]);
/// assert_eq!(file.metadata()["format"], "pt");
/// # Ok::<(), shaped::io::FileError>(())
/// ```
///
/// Elements that a file cannot hold do not compile:
///
/// ```compile_fail,E0277
/// use shaped::io::SafeTensorsWriter;
/// use shaped::prelude::*;
/// SafeTensorsWriter::new().add("sizes", &tensor![1_usize, 2]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct SafeTensorsWriter {
    tensors: BTreeMap<String, Entry>,
    metadata: BTreeMap<String, String>,
}

#[derive(Clone, Debug)]
struct Entry {
    dtype: Dtype,
    sizes: Vec<usize>,
    bytes: Vec<u8>,
}

impl SafeTensorsWriter {
    /// A file without tensors.
    pub fn new() -> Self {
        SafeTensorsWriter::default()
    }

    /// A remark to be kept in the file, by key; one of the same key is replaced.
    #[must_use]
    pub fn with_metadata(mut self, key: &str, value: &str) -> Self {
        self.metadata.insert(key.into(), value.into());
        self
    }

    /// The file, in memory.
    ///
    /// # Errors
    /// If the names and remarks take more than the 100 MB that the format allows.
    pub fn to_bytes(&self) -> Result<Vec<u8>, FileError> {
        let header = self.header()?;
        Ok(self.parts(&header).concat())
    }

    /// Writes the file; one that was there is replaced once the new one is complete. Python's
    /// `safetensors.torch.save_file(tensors, path)`.
    ///
    /// # Errors
    /// If it cannot be written, or as [`to_bytes`](SafeTensorsWriter::to_bytes).
    #[cfg(feature = "std")]
    pub fn save(&self, path: impl AsRef<std::path::Path>) -> Result<(), FileError> {
        let path = path.as_ref();
        let header = self.header().map_err(|error| error.at(Some(&super::path::shown(path))))?;
        super::save::write(path, &self.parts(&header))
    }

    /// The tensors in the order of the file: widest elements first, so that all are aligned, then by name.
    fn ordered(&self) -> Vec<(&String, &Entry)> {
        let mut ordered: Vec<_> = self.tensors.iter().collect();
        ordered.sort_by_key(|(_, entry)| core::cmp::Reverse(entry.dtype)); // stable: names stay sorted
        ordered
    }

    /// The header, its length in front.
    fn header(&self) -> Result<Vec<u8>, FileError> {
        let json = serde_json::to_vec(self);
        let mut json = json.map_err(|error| FileError::unwritable(format!("the header: {error}")))?;
        // The elements begin at a multiple of 8.
        json.resize(json.len().next_multiple_of(8), b' ');
        if json.len() > HEADER_LIMIT {
            return Err(FileError::unwritable(format!(
                "the header has {} bytes, and {HEADER_LIMIT} are allowed",
                json.len()
            )));
        }
        json.splice(0..0, (json.len() as u64).to_le_bytes());
        Ok(json)
    }

    fn parts<'a>(&'a self, header: &'a [u8]) -> Vec<&'a [u8]> {
        let tensors = self.ordered().into_iter().map(|(_, entry)| &entry.bytes[..]);
        core::iter::once(header).chain(tensors).collect()
    }
}

/// The header, in JSON.
impl Serialize for SafeTensorsWriter {
    fn serialize<Z: Serializer>(&self, to: Z) -> Result<Z::Ok, Z::Error> {
        let mut map = to.serialize_map(None)?;
        if !self.metadata.is_empty() {
            map.serialize_entry(METADATA, &self.metadata)?;
        }
        let mut begin = 0;
        for (name, Entry { dtype, sizes, bytes }) in self.ordered() {
            let end = begin + bytes.len();
            let info = TensorInfo { dtype: *dtype, shape: sizes.clone(), data_offsets: (begin, end) };
            map.serialize_entry(name, &info)?;
            begin = end;
        }
        map.end()
    }
}

impl SafeTensorsWriter {
    /// As [`add`](TensorSink::add), where the sizes are known at run time only, outermost axis first: for code that goes over all
    /// parameters of a model. Copies the elements.
    ///
    /// # Errors
    /// If the sizes do not have as many elements as the slice, or as for `add`.
    pub fn add_slice<T: FileElement>(&mut self, name: &str, sizes: &[usize], elements: &[T]) -> Result<(), FileError> {
        if sizes.iter().try_fold(1usize, |numel, &size| numel.checked_mul(size)) != Some(elements.len()) {
            let len = elements.len();
            return Err(FileError::unwritable(format!(
                "tensor {}: {len} elements do not make {}",
                Name(name),
                ShownSizes(sizes)
            )));
        }
        let dtype = self.free_name::<T>(name)?;
        let mut bytes = Vec::with_capacity(elements.len() * T::WIDTH);
        elements.iter().for_each(|element| element.write(&mut bytes));
        self.tensors.insert(name.to_string(), Entry { dtype, sizes: sizes.to_vec(), bytes });
        Ok(())
    }

    /// The element type in the format, if a tensor can be added by that name.
    fn free_name<T: FileElement>(&self, name: &str) -> Result<Dtype, FileError> {
        if name == METADATA {
            return Err(FileError::unwritable(format!(
                "a tensor cannot be called {METADATA:?}: the format uses the name"
            )));
        }
        if self.tensors.contains_key(name) {
            return Err(FileError::unwritable(format!("two tensors are called {}", Name(name))));
        }
        dtype(&T::DTYPE)
            .ok_or_else(|| FileError::unwritable(format!("tensor {}: safetensors has no {}", Name(name), T::DTYPE)))
    }
}

impl TensorSink for SafeTensorsWriter {
    fn add<X: Values<Elem: FileElement> + ?Sized>(&mut self, name: &str, x: &X) -> Result<(), FileError> {
        let dtype = self.free_name::<X::Elem>(name)?;
        let dims = x.view().shape().dims();
        let sizes = dims.sizes[..dims.rank].iter().rev().copied().collect();
        self.tensors.insert(name.to_string(), Entry { dtype, sizes, bytes: encode(x) });
        Ok(())
    }
}

/// What the element types are in the format.
fn dtype(dtype: &DType) -> Option<Dtype> {
    Some(match dtype {
        DType::Bool => Dtype::BOOL,
        DType::U8 => Dtype::U8,
        DType::I8 => Dtype::I8,
        DType::U16 => Dtype::U16,
        DType::I16 => Dtype::I16,
        DType::U32 => Dtype::U32,
        DType::I32 => Dtype::I32,
        DType::U64 => Dtype::U64,
        DType::I64 => Dtype::I64,
        DType::F16 => Dtype::F16,
        DType::BF16 => Dtype::BF16,
        DType::F32 => Dtype::F32,
        DType::F64 => Dtype::F64,
        DType::C64 => Dtype::C64,
        DType::C128 | DType::Other(_) => return None,
    })
}
