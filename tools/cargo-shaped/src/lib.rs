//! The types of a model from the file that holds its weights: what `cargo shaped types net.safetensors` prints, or `net.pth`, or
//! `net.onnx`.
//!
//! Fields have PyTorch's names, so that the file fills the model; layers are known by the names and sizes of their parameters; parts that are alike
//! are one type, and lists of them arrays. What a file does not say (strides, heads, what a model computes) stands in comments.

mod header;
mod layers;
mod names;
mod onnx;
mod pth;
mod tree;
mod write;

use std::collections::BTreeMap;
use std::path::Path;

/// The text of a module of Rust with a model called `name`, whose weights the file holds: an ONNX file if it ends in `.onnx`, one of PyTorch's
/// if it ends in `.pth`, `.pt` or `.bin`, else a safetensors file.
///
/// # Errors
/// If the file cannot be read or is no such file, or its tensors are no model's.
pub fn types(path: &Path, name: &str) -> Result<String, String> {
    types_under(path, "", name)
}

fn end(path: &Path) -> String {
    path.extension().and_then(|end| end.to_str()).unwrap_or_default().to_ascii_lowercase()
}

/// Is it a file of PyTorch's, by its name?
pub(crate) fn is_pytorchs(path: &Path) -> bool {
    matches!(&*end(path), "pth" | "pt" | "bin")
}

/// As [`types`], of the tensors whose names begin with `prefix` and a dot, without these: of a checkpoint's model, `"model"` or `"model."`.
///
/// # Errors
/// As for `types`, or if no name begins so.
pub fn types_under(path: &Path, prefix: &str, name: &str) -> Result<String, String> {
    let prefix = match prefix.trim_end_matches('.') {
        "" => String::new(),
        module => format!("{module}."),
    };
    let prefix = &*prefix;
    let tensors = match &*end(path) {
        "onnx" => onnx::tensors(path)?,
        _ if is_pytorchs(path) => pth::tensors(path)?,
        _ => header::tensors(&header::open(path)?)?,
    };
    let under = |(name, info): (String, _)| Some((name.strip_prefix(prefix)?.to_string(), info));
    let names: Vec<String> = tensors.keys().take(3).cloned().collect();
    let tensors: BTreeMap<_, _> = tensors.into_iter().filter_map(under).collect();
    if tensors.is_empty() && !names.is_empty() {
        return Err(format!("no tensor's name begins with {prefix:?}; there are {names:?} and so on"));
    }
    text(tensors, &path.file_name().unwrap_or_default().to_string_lossy(), prefix, name)
}

/// As [`types`], of the header of a safetensors file.
///
/// # Errors
/// If the header cannot be read, or its tensors are no model's.
pub fn types_of(header: &[u8], file: &str, name: &str) -> Result<String, String> {
    text(header::tensors(header)?, file, "", name)
}

fn text(tensors: BTreeMap<String, header::Info>, file: &str, prefix: &str, name: &str) -> Result<String, String> {
    if !names::is_plain(name) {
        return Err(format!("{name:?} cannot be the name of a type"));
    }
    write::module(&tree::tree(tensors)?, file, prefix, name)
}
