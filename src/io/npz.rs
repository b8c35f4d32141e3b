//! NumPy's npz: a zip archive of npy files.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::npy::{HEADER_LIMIT, Header, Npy};
use super::shown::Name;
use super::source::{Data, Stored, Stores};
use super::zip::{self, Member};
use super::{FileElement, FileError, TensorSink, foreign};
use crate::view::Values;

/// A file of NumPy's npz format: tensors by name, compressed or not.
///
/// ```
/// use shaped::io::{Npz, NpzWriter};
/// use shaped::prelude::*;
/// let file = NpzWriter::new().with("x", &tensor![[1, 2], [3, 4]])?.to_bytes(); // np.savez(path, x=…)
/// let file = Npz::from_bytes(&file)?;
/// assert_eq!(file.names(), ["x"]);
/// assert_eq!(file.tensor::<i32, shape![2, 2]>("x")?, tensor![[1, 2], [3, 4]]);
/// # Ok::<(), shaped::io::FileError>(())
/// ```
///
/// A tensor is decompressed only when its element type and shape are found to be those that are asked for, and to at most 256 MiB
/// or 100 times the length of the file, whichever is more; [`with_limit`](Npz::with_limit) sets another limit. Entries of the
/// archive that are no npy files are left out.
pub struct Npz<'a> {
    path: Option<Box<str>>,
    bytes: Cow<'a, [u8]>,
    /// By name, without `.npy`.
    members: BTreeMap<String, Member>,
    limit: u64,
}

impl<'a> Npz<'a> {
    /// A file that is in memory: borrowed bytes, or a `Vec<u8>` that is taken over. No copy.
    ///
    /// # Errors
    /// If it is no zip archive of npy files, or not whole.
    pub fn from_bytes(bytes: impl Into<Cow<'a, [u8]>>) -> Result<Self, FileError> {
        let bytes = bytes.into();
        let mut members = BTreeMap::new();
        let entries =
            begins(&bytes).and_then(|()| zip::read(&bytes)).map_err(|error| foreign::or(error, "npz", &bytes))?;
        let count = entries.len();
        for (mut name, member) in entries {
            if name.ends_with(".npy") {
                name.truncate(name.len() - 4);
                members.insert(name, member);
            }
        }
        if members.is_empty() && count > 0 {
            let error =
                FileError::malformed(format_args!("no npz archive: of the {count} entries none is called .npy"));
            return Err(foreign::or(error, "npz", &bytes));
        }
        let limit = (256 << 20).max(100 * bytes.len() as u64);
        Ok(Npz { path: None, bytes, members, limit })
    }

    /// Reads a file. NumPy's `np.load(path)`.
    ///
    /// # Errors
    /// If there is no such file, or it is no zip archive of npy files, or not whole.
    #[cfg(feature = "std")]
    pub fn open(path: impl AsRef<std::path::Path>) -> Result<Npz<'static>, FileError> {
        Npz::open_with_limit(path, u64::MAX)
    }

    /// As [`open`](Npz::open), for a file of at most `limit` bytes; a larger one is not read at all.
    ///
    /// # Errors
    /// As for `open`, or if the file has more bytes.
    #[cfg(feature = "std")]
    pub fn open_with_limit(path: impl AsRef<std::path::Path>, limit: u64) -> Result<Npz<'static>, FileError> {
        let (path, shown) = (path.as_ref(), super::path::shown(path.as_ref()));
        let file = Npz::from_bytes(super::path::read(path, limit)?).map_err(|error| error.at(Some(&shown)))?;
        Ok(Npz { path: Some(shown), ..file })
    }

    /// The same file, whose tensors may be decompressed to `bytes` each.
    #[must_use]
    pub fn with_limit(self, bytes: u64) -> Self {
        Npz { limit: bytes, ..self }
    }
}

/// NumPy's `np.load` goes by the first bytes, those of an entry or of an archive without any. A zip archive may begin with something
/// else, as a program that unpacks itself does, and is no npz file for that.
fn begins(bytes: &[u8]) -> Result<(), FileError> {
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        Ok(())
    } else {
        Err(FileError::malformed("no npz archive: it does not begin as a zip file does"))
    }
}

impl fmt::Debug for Npz<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Npz(")?;
        f.debug_list().entries(self.members.keys().map(|name| Name(name))).finish()?;
        write!(f, ")")
    }
}

impl Stores for Npz<'_> {
    fn stored_names(&self) -> Vec<&str> {
        self.members.keys().map(String::as_str).collect()
    }

    fn stored(&self, name: &str) -> Result<Stored<'_>, FileError> {
        let Some(member) = self.members.get(name) else {
            return Err(self.missing(name));
        };
        let header = member.head(&self.bytes, HEADER_LIMIT + 12).and_then(|head| Header::read(&head));
        let header = header.and_then(|header| header.check("its data", member.size).map(|()| header));
        let header = header.map_err(|error| error.of(name).at(self.place()))?;
        Ok(header.stored(Data::Packed { file: &self.bytes, member: *member, skip: header.length, limit: self.limit }))
    }

    fn place(&self) -> Option<&str> {
        self.path.as_deref()
    }
}

/// Collects tensors by name and writes them as a file of NumPy's npz format.
///
/// The same tensors give the same bytes, whatever the order in which they were added. Reading gives back every bit.
///
/// ```no_run
/// use shaped::io::NpzWriter;
/// use shaped::prelude::*;
/// let mut file = NpzWriter::new(); // or NpzWriter::compressed()
/// file.add("weight", &tensor![[1.0, 2.0], [3.0, 4.0]])?;
/// file.add("bias", &tensor![0.5, -0.5])?;
/// file.save("model.npz")?;
/// # Ok::<(), shaped::io::FileError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct NpzWriter {
    /// By the name in the archive.
    files: BTreeMap<String, Vec<u8>>,
    compressed: bool,
}

impl NpzWriter {
    /// An archive that is not compressed. NumPy's `np.savez`.
    pub fn new() -> Self {
        NpzWriter::default()
    }

    /// An archive that is compressed (deflate). NumPy's `np.savez_compressed`.
    pub fn compressed() -> Self {
        NpzWriter { compressed: true, ..NpzWriter::default() }
    }

    /// The file, in memory.
    pub fn to_bytes(&self) -> Vec<u8> {
        zip::write(self.files.iter().map(|(name, bytes)| (&name[..], &bytes[..])), self.compressed)
    }

    /// Writes the file; one that was there is replaced once the new one is complete. NumPy's `np.savez(path, …)`.
    ///
    /// # Errors
    /// If it cannot be written.
    #[cfg(feature = "std")]
    pub fn save(&self, path: impl AsRef<std::path::Path>) -> Result<(), FileError> {
        super::save::write(path.as_ref(), &[&self.to_bytes()])
    }
}

impl TensorSink for NpzWriter {
    fn add<X: Values<Elem: FileElement> + ?Sized>(&mut self, name: &str, x: &X) -> Result<(), FileError> {
        let file = format!("{name}.npy");
        if self.files.contains_key(&file) {
            return Err(FileError::unwritable(format!("two tensors are called {}", Name(name))));
        }
        zip::name(file.as_bytes()).map_err(|why| FileError::unwritable(format!("the name {} {why}", Name(name))))?;
        if file.len() > usize::from(u16::MAX) {
            let length = name.len();
            return Err(FileError::unwritable(format!("a name of {length} bytes; npz archives have at most 65531")));
        }
        self.files.insert(file, Npy::to_bytes(x).map_err(|error| error.of(name))?);
        Ok(())
    }
}
