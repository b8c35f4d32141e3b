//! Whole files, read within a limit and written all or nothing.

use std::boxed::Box;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;
use std::string::{String, ToString};
use std::vec::Vec;

use super::{FileError, FileErrorKind};

/// The path as it is printed.
pub(super) fn shown(path: &Path) -> Box<str> {
    path.display().to_string().into()
}

/// The bytes of a file, if there are not more than `limit`.
pub(super) fn read(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    let failed = |error| FileError::new(FileErrorKind::Io(error)).at(Some(&shown(path)));
    let file = File::open(path).map_err(failed)?;
    let length = file.metadata().map_err(failed)?.len();
    let too_large = |bytes| {
        FileError::new(FileErrorKind::TooLarge { part: String::from("the file"), bytes, limit }).at(Some(&shown(path)))
    };
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

/// Replaces a file at once: written next to it under another name, then renamed, so that a file that was there is lost only
/// when the new one is complete.
pub(super) fn write(path: &Path, parts: &[&[u8]]) -> Result<(), FileError> {
    let mut beside = path.file_name().map_or_else(OsString::new, OsString::from);
    beside.push(std::format!(".{}.partial", std::process::id()));
    let beside = path.with_file_name(beside);
    let written = (|| {
        let mut file = File::create_new(&beside)?;
        parts.iter().try_for_each(|part| file.write_all(part))?;
        file.sync_all()?;
        fs::rename(&beside, path)
    })();
    written.map_err(|error| {
        if error.kind() != io::ErrorKind::AlreadyExists {
            // Nothing more can be done if this fails too.
            let _ = fs::remove_file(&beside);
        }
        FileError::new(FileErrorKind::Io(error)).at(Some(&shown(path)))
    })
}
