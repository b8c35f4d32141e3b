//! The tensors of a file of PyTorch's, by name: what `torch.save` or `torch.jit.save` wrote.

use std::collections::BTreeMap;
use std::path::Path;

use shaped::io::{DType, Pth, TensorSource};

use crate::header::{Info, checked};

/// Nothing of the pickle is executed; tensors that cannot be read (sparse, quantized) are left out.
pub(crate) fn tensors(path: &Path) -> Result<BTreeMap<String, Info>, String> {
    // The file is named by whoever asks.
    let file = std::fs::read(path).map_err(|error| error.to_string())?;
    let file = Pth::from_bytes(file).map_err(|error| error.to_string())?;
    let mut tensors = BTreeMap::new();
    for name in file.names() {
        let Ok((dtype, sizes)) = file.info(name) else { continue };
        let info = Info { dtype: of_safetensors(&dtype), sizes };
        checked(name, &info)?;
        tensors.insert(name.to_string(), info);
    }
    Ok(tensors)
}

/// As safetensors call it, of which floats alone matter.
fn of_safetensors(dtype: &DType) -> String {
    match dtype {
        DType::F64 => "F64".into(),
        DType::F32 => "F32".into(),
        DType::F16 => "F16".into(),
        DType::BF16 => "BF16".into(),
        other => other.to_string(),
    }
}
