//! Models in several files of safetensors, with an index.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::safetensors::SafeTensors;
use super::shown::Name;
use super::source::{Stored, Stores};
use super::{FileError, path};

/// The most bytes that an index may have, as a header.
const INDEX_LIMIT: u64 = super::safetensors::HEADER_LIMIT as u64;

/// A model in several files of safetensors, as Hugging Face's libraries write large ones: `model.safetensors.index.json` says in which file
/// beside it each tensor is. A file is opened when the first of its tensors is asked for, and stays open.
///
/// ```
/// use shaped::io::{SafeTensorsWriter, ShardedSafeTensors};
/// use shaped::{nn::*, prelude::*};
/// let folder = std::env::temp_dir().join(format!("shaped-shards-{}", std::process::id()));
/// std::fs::create_dir_all(&folder)?;
/// SafeTensorsWriter::new().with("weight", &tensor![[1.0f32, 2.0]])?.save(folder.join("model-1-of-2.safetensors"))?;
/// SafeTensorsWriter::new().with("bias", &tensor![3.0f32])?.save(folder.join("model-2-of-2.safetensors"))?;
/// let index = r#"{"weight_map": {"weight": "model-1-of-2.safetensors", "bias": "model-2-of-2.safetensors"}}"#;
/// std::fs::write(folder.join("model.safetensors.index.json"), index)?;
///
/// let file = ShardedSafeTensors::open(folder.join("model.safetensors.index.json"))?;
/// let mut layer = Linear::<dim!(2), dim!(1)>::default();
/// layer.load_state_dict(&file)?;
/// assert_eq!(layer.forward(&tensor![1.0, 1.0]), tensor![6.0]);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ShardedSafeTensors {
    path: Box<str>,
    files: Vec<(PathBuf, OnceCell<SafeTensors<'static>>)>,
    /// The file of each tensor.
    tensors: BTreeMap<String, usize>,
}

#[derive(Deserialize)]
struct Index {
    weight_map: BTreeMap<String, String>,
}

impl ShardedSafeTensors {
    /// Reads an index.
    ///
    /// # Errors
    /// If there is no such file, or it is no index, or it names a file that is not beside it.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let (path, shown) = (path.as_ref(), path::shown(path.as_ref()));
        let malformed = |error: FileError| error.at(Some(&shown));
        let index: Index = serde_json::from_slice(&path::read(path, INDEX_LIMIT)?)
            .map_err(|error| malformed(FileError::malformed(format_args!("the index: {error}"))))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let (mut files, mut places, mut tensors) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
        for (name, file) in index.weight_map {
            // An index of somebody else's does not say which files of this machine are read.
            if Path::new(&file).file_name().is_none_or(|plain| plain != file.as_str()) {
                let (file, name) = (Name(&file), Name(&name));
                let what =
                    format_args!("tensor {name}: the index says that it is in {file}, which is no file beside it");
                return Err(malformed(FileError::malformed(what)));
            }
            let place = *places.entry(file).or_insert_with_key(|file| {
                files.push((folder.join(file), OnceCell::new()));
                files.len() - 1
            });
            tensors.insert(name, place);
        }
        Ok(ShardedSafeTensors { path: shown, files, tensors })
    }

    /// The file of a number, read if it was not yet.
    fn file(&self, place: usize) -> Result<&SafeTensors<'static>, FileError> {
        let (path, file) = &self.files[place];
        if let Some(file) = file.get() {
            return Ok(file);
        }
        let read = SafeTensors::open(path)?;
        Ok(file.get_or_init(|| read))
    }
}

impl core::fmt::Debug for ShardedSafeTensors {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let file = |place: &usize| self.files[*place].0.display();
        f.debug_map().entries(self.tensors.iter().map(|(name, place)| (Name(name), file(place)))).finish()
    }
}

impl Stores for ShardedSafeTensors {
    fn stored_names(&self) -> Vec<&str> {
        self.tensors.keys().map(String::as_str).collect()
    }

    fn stored(&self, name: &str) -> Result<Stored<'_>, FileError> {
        match self.tensors.get(name) {
            Some(&place) => self.file(place)?.stored(name),
            None => Err(self.missing(name)),
        }
    }

    fn place(&self) -> Option<&str> {
        Some(&self.path)
    }
}
