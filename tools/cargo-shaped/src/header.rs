//! The header of a safetensors file: its tensors by name.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The most bytes of a header, as the format has it.
const LIMIT: u64 = 100_000_000;

/// What a file says of a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Info {
    /// As the file calls it: `F32`.
    pub(crate) dtype: String,
    pub(crate) sizes: Vec<usize>,
}

impl Info {
    pub(crate) fn is_float(&self) -> bool {
        matches!(self.dtype.as_str(), "F64" | "F32" | "F16" | "BF16")
    }
}

/// The bytes of the header; the tensors themselves are not read.
pub(crate) fn open(path: &Path) -> Result<Vec<u8>, String> {
    let mut file = File::open(path).map_err(|error| error.to_string())?;
    let mut length = [0; 8];
    file.read_exact(&mut length).map_err(|_| "no safetensors file".to_string())?;
    let length = u64::from_le_bytes(length);
    if length > LIMIT {
        return Err(format!("no safetensors file: its header would have {length} bytes"));
    }
    let mut header = Vec::new();
    file.take(length).read_to_end(&mut header).map_err(|error| error.to_string())?;
    if header.len() as u64 != length {
        return Err(format!("the file ends within its header, which has {length} bytes"));
    }
    Ok(header)
}

pub(crate) fn tensors(header: &[u8]) -> Result<BTreeMap<String, Info>, String> {
    let entries: BTreeMap<String, serde_json::Value> =
        serde_json::from_slice(header).map_err(|error| format!("the header cannot be read: {error}"))?;
    let mut tensors = BTreeMap::new();
    for (name, entry) in entries.into_iter().filter(|(name, _)| name != "__metadata__") {
        let info = info(&entry).ok_or_else(|| format!("the entry of tensor {name:?} cannot be read"))?;
        checked(&name, &info)?;
        tensors.insert(name, info);
    }
    Ok(tensors)
}

/// A shape has at most 16 axes, and no more elements than can be counted.
pub(crate) fn checked(name: &str, Info { sizes, .. }: &Info) -> Result<(), String> {
    if sizes.len() > 16 {
        return Err(format!("tensor {name:?} has {} axes, and a shape at most 16", sizes.len()));
    }
    if sizes.iter().try_fold(8usize, |bytes, &size| bytes.checked_mul(size.max(1))).is_none() {
        return Err(format!("tensor {name:?} has more elements than can be counted: {sizes:?}"));
    }
    Ok(())
}

fn info(entry: &serde_json::Value) -> Option<Info> {
    let dtype = entry.get("dtype")?.as_str()?.to_string();
    let sizes = entry.get("shape")?.as_array()?.iter().map(|size| usize::try_from(size.as_u64()?).ok());
    Some(Info { dtype, sizes: sizes.collect::<Option<_>>()? })
}
