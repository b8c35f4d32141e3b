//! Whole files, read within a limit.

use std::boxed::Box;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::string::{String, ToString};
use std::vec::Vec;

use super::{FileError, FileErrorKind};

/// The path as it is printed.
pub(super) fn shown(path: &Path) -> Box<str> {
    path.display().to_string().into()
}

/// A file that has more bytes than it may.
#[allow(dead_code)] // used by the formats, which are optional
pub(super) fn too_large(bytes: u64, limit: u64) -> FileError {
    FileError::new(FileErrorKind::TooLarge { part: String::from("the file"), bytes, limit })
}

/// The bytes of a file, if there are not more than `limit`.
#[allow(dead_code)] // as above
pub(super) fn read(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    let failed = |error| FileError::new(FileErrorKind::Io(error)).at(Some(&shown(path)));
    let file = File::open(path).map_err(failed)?;
    let length = file.metadata().map_err(failed)?.len();
    let too_large = |bytes| too_large(bytes, limit).at(Some(&shown(path)));
    if length > limit {
        return Err(too_large(length));
    }
    let mut bytes = Vec::new();
    let room = usize::try_from(length).ok().and_then(|length| bytes.try_reserve_exact(length).ok());
    room.ok_or_else(|| failed(io::ErrorKind::OutOfMemory.into()))?;
    // What is no regular file has no length to announce, and a file can grow meanwhile.
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(failed)?;
    match bytes.len() as u64 {
        length if length > limit => Err(too_large(length)),
        _ => Ok(bytes),
    }
}
