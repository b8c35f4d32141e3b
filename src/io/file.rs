//! Files that stay open, of which parts are read when they are asked for.

use alloc::vec::Vec;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::path::too_large;
use super::{FileError, FileErrorKind};

/// A regular file of known length.
pub struct OpenFile {
    /// Locked from seeking to reading.
    file: Mutex<File>,
    length: u64,
}

impl OpenFile {
    /// None if it is no regular file: a pipe has no length, and is read once.
    ///
    /// # Errors
    /// If there is no such file, or it has more than `limit` bytes.
    pub(super) fn open(path: &Path, limit: u64) -> Result<Option<OpenFile>, FileError> {
        let failed = |error| FileError::new(FileErrorKind::Io(error));
        // Opening a pipe would take its only reader away.
        if !path.metadata().map_err(failed)?.is_file() {
            return Ok(None);
        }
        let file = File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        if length > limit {
            return Err(too_large(length, limit));
        }
        Ok(Some(OpenFile { file: Mutex::new(file), length }))
    }

    /// How many bytes it had when it was opened.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Some of its bytes.
    ///
    /// # Errors
    /// If they can't be read, or the file has become shorter.
    pub(super) fn read(&self, start: u64, to: &mut [u8]) -> Result<(), FileError> {
        // A file has no state that a panic could break: each reading begins by seeking.
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let read = file.seek(SeekFrom::Start(start)).and_then(|_| file.read_exact(to));
        read.map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => FileError::malformed("it has become shorter since it was opened"),
            _ => FileError::new(FileErrorKind::Io(error)),
        })
    }

    /// At most so many of its first bytes.
    pub(super) fn head(&self, most: u64) -> Result<Vec<u8>, FileError> {
        self.some(0, self.length.min(most))
    }

    /// At most so many of its last bytes.
    pub(super) fn tail(&self, most: u64) -> Result<Vec<u8>, FileError> {
        let count = self.length.min(most);
        self.some(self.length - count, count)
    }

    fn some(&self, start: u64, count: u64) -> Result<Vec<u8>, FileError> {
        let mut bytes = Vec::new();
        let room = usize::try_from(count).ok().filter(|&count| bytes.try_reserve_exact(count).is_ok());
        let count = room.ok_or_else(|| FileError::new(FileErrorKind::Io(io::ErrorKind::OutOfMemory.into())))?;
        bytes.resize(count, 0);
        self.read(start, &mut bytes)?;
        Ok(bytes)
    }
}
