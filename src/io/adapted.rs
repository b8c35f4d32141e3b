//! A source under other names, and one whose numbers are converted.

// Circle with source.rs: each source can be adapted, and what is adapted is a source.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::FileError;
use super::source::{Stored, Stores};

/// The tensors of a source under other names: [`TensorSource::renamed`](super::TensorSource::renamed) and
/// [`under`](super::TensorSource::under).
pub struct Renamed<'a, F: ?Sized> {
    source: &'a F,
    /// New names, and the names in the source.
    names: BTreeMap<String, String>,
}

impl<'a, F: Stores + ?Sized> Renamed<'a, F> {
    pub(super) fn new(source: &'a F, mut rename: impl FnMut(&str) -> Option<String>) -> Result<Self, FileError> {
        let mut names = BTreeMap::new();
        for name in source.stored_names() {
            let Some(new) = rename(name) else { continue };
            if let Some(other) = names.insert(new.clone(), String::from(name)) {
                let (other, name, new) =
                    (super::shown::Name(&other), super::shown::Name(name), super::shown::Name(&new));
                let error = FileError::malformed(format_args!("tensors {other} and {name} would both be {new}"));
                return Err(error.at(source.place()));
            }
        }
        Ok(Renamed { source, names })
    }
}

impl<F: Stores + ?Sized> Stores for Renamed<'_, F> {
    fn stored_names(&self) -> Vec<&str> {
        self.names.keys().map(String::as_str).collect()
    }

    fn stored(&self, name: &str) -> Result<Stored<'_>, FileError> {
        match self.names.get(name) {
            Some(old) => self.source.stored(old),
            None => Err(self.missing(name)),
        }
    }

    fn place(&self) -> Option<&str> {
        self.source.place()
    }
}

/// The tensors of a source, whose numbers are converted to the type that is asked for: [`TensorSource::casting`](super::TensorSource::casting).
pub struct Casting<'a, F: ?Sized>(pub(super) &'a F);

impl<F: Stores + ?Sized> Stores for Casting<'_, F> {
    fn stored_names(&self) -> Vec<&str> {
        self.0.stored_names()
    }

    fn stored(&self, name: &str) -> Result<Stored<'_>, FileError> {
        self.0.stored(name).map(|stored| Stored { casts: true, ..stored })
    }

    fn place(&self) -> Option<&str> {
        self.0.place()
    }
}
