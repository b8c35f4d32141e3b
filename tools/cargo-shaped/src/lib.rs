//! The types of a model from the file that holds its weights: what `cargo shaped types net.safetensors` prints, or `net.onnx`.
//!
//! Fields have PyTorch's names, so that the file fills the model; layers are known by the names and sizes of their parameters; parts that are alike
//! are one type, and lists of them arrays. What a file does not say (strides, heads, what a model computes) stands in comments.

mod header;
mod layers;
mod names;
mod onnx;
mod tree;
mod write;

use std::collections::BTreeMap;
use std::path::Path;

/// The text of a module of Rust with a model called `name`, whose weights the file holds: an ONNX file if it ends in `.onnx`, else a safetensors file.
///
/// # Errors
/// If the file cannot be read or is no such file, or its tensors are no model's.
pub fn types(path: &Path, name: &str) -> Result<String, String> {
    let is_onnx = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("onnx"));
    let tensors = if is_onnx { onnx::tensors(path)? } else { header::tensors(&header::open(path)?)? };
    text(tensors, &path.file_name().unwrap_or_default().to_string_lossy(), name)
}

/// As [`types`], of the header of a safetensors file.
///
/// # Errors
/// If the header cannot be read, or its tensors are no model's.
pub fn types_of(header: &[u8], file: &str, name: &str) -> Result<String, String> {
    text(header::tensors(header)?, file, name)
}

fn text(tensors: BTreeMap<String, header::Info>, file: &str, name: &str) -> Result<String, String> {
    if !names::is_plain(name) {
        return Err(format!("{name:?} cannot be the name of a type"));
    }
    write::module(&tree::tree(tensors)?, file, name)
}
