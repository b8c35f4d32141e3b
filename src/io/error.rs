//! What can be wrong with a file.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::DType;
use super::shown::{Name, Short, ShownSizes, short};

/// A file that is not what was asked for, or no such file at all.
///
/// It prints the path, the tensor, what the file has and what was asked for.
#[cfg_attr(feature = "safetensors", doc = "```")]
#[cfg_attr(not(feature = "safetensors"), doc = "```ignore")]
/// use shaped::io::{SafeTensors, SafeTensorsWriter};
/// use shaped::prelude::*;
/// let file = SafeTensorsWriter::new().with("0.weight", &Tensor::<f32, shape![128, 64]>::zeros())?.to_bytes()?;
/// let file = SafeTensors::from_bytes(&file)?;
///
/// let error = file.tensor::<f32, shape![64, 128]>("0.weight").unwrap_err();
/// assert_eq!(error.to_string(), r#"tensor "0.weight": the file has f32 [128, 64], the type asks for f32 [64, 128]"#);
///
/// let error = file.tensor::<f32, shape![128, 64]>("0.weigth").unwrap_err();
/// assert_eq!(error.to_string(), r#"no tensor "0.weigth", did you mean "0.weight"? (the file has "0.weight")"#);
/// # Ok::<(), shaped::io::FileError>(())
/// ```
pub struct FileError {
    path: Option<Box<str>>,
    kind: Box<FileErrorKind>,
}

/// What is wrong, as data.
#[derive(Debug)]
#[non_exhaustive]
pub enum FileErrorKind {
    /// The file cannot be read or written.
    #[cfg(feature = "std")]
    Io(std::io::Error),
    /// The file, or a part of it, is larger than is allowed.
    TooLarge {
        /// What is too large: `the file`, `the header`, `tensor "x"`.
        part: String,
        /// Its bytes.
        bytes: u64,
        /// How many are allowed.
        limit: u64,
    },
    /// The file ends too early.
    Truncated {
        /// What does not fit: `the header`, `tensor "x"`.
        part: String,
        /// Where it ends, counted in bytes from the start of the file.
        end: u64,
        /// Where the file ends.
        length: u64,
    },
    /// The file contradicts itself, or its format.
    Malformed {
        /// What is wrong, and where.
        what: String,
    },
    /// The file is of another format.
    OtherFormat {
        /// The format that was asked for: `safetensors`, `npy`, `npz`, `pth`.
        expected: &'static str,
        /// What the file is, and the way out: `a file of ONNX`.
        found: &'static str,
    },
    /// There is no tensor of this name.
    Missing {
        /// The name that was asked for.
        name: String,
        /// The names in the file.
        available: Vec<String>,
    },
    /// The tensor has another element type or shape.
    Mismatch {
        /// The tensor's name; `None` in a file that holds one tensor, which has none.
        name: Option<String>,
        /// The element type in the file.
        dtype: DType,
        /// The sizes in the file, outermost axis first.
        sizes: Vec<usize>,
        /// The element type that was asked for.
        asked_dtype: DType,
        /// The sizes that were asked for, outermost axis first; run-time axes by their names.
        asked_sizes: Vec<String>,
    },
    /// An element that the element type cannot hold.
    Value {
        /// The tensor's name, if it has one.
        name: Option<String>,
        /// The place of the element in the file's order.
        place: usize,
        /// The element.
        value: String,
        /// The element type that was asked for.
        asked_dtype: DType,
    },
    /// What was to be written cannot be.
    Unwritable {
        /// What, and why.
        what: String,
    },
}

impl FileError {
    pub(super) fn new(kind: FileErrorKind) -> Self {
        FileError { path: None, kind: Box::new(kind) }
    }

    #[allow(dead_code)] // used by the formats, which are optional
    pub(super) fn malformed(what: impl fmt::Display) -> Self {
        FileError::new(FileErrorKind::Malformed { what: short(what) })
    }

    #[allow(dead_code)] // as above
    pub(super) fn unwritable(what: impl fmt::Display) -> Self {
        FileError::new(FileErrorKind::Unwritable { what: short(what) })
    }

    /// The same error, of the file at this path.
    #[allow(dead_code)] // as above
    pub(super) fn at(mut self, path: Option<&str>) -> Self {
        self.path = path.map(Into::into);
        self
    }

    /// The same error, of the tensor of this name.
    #[allow(dead_code)] // as above
    pub(super) fn of(mut self, tensor: &str) -> Self {
        match &mut *self.kind {
            FileErrorKind::Malformed { what: text }
            | FileErrorKind::Unwritable { what: text }
            | FileErrorKind::Truncated { part: text, .. }
            | FileErrorKind::TooLarge { part: text, .. } => *text = alloc::format!("tensor {}: {text}", Name(tensor)),
            _ => {}
        }
        self
    }

    /// What is wrong.
    pub fn kind(&self) -> &FileErrorKind {
        &self.kind
    }

    /// The file's path, if it came from one.
    pub fn path(&self) -> Option<&str> {
        self.path.as_deref()
    }
}

/// `tensor "x": `, or nothing for a tensor without a name.
struct Of<'a>(&'a Option<String>);

impl fmt::Display for Of<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|name| write!(f, "tensor {}: ", Name(name)))
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(path) = &self.path {
            write!(f, "{path}: ")?;
        }
        write!(Short::new(f), "{}", What(&self.kind))
    }
}

/// What is wrong, as a sentence.
struct What<'a>(&'a FileErrorKind);

impl fmt::Display for What<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            #[cfg(feature = "std")]
            FileErrorKind::Io(error) => write!(f, "{error}"),
            FileErrorKind::TooLarge { part, bytes, limit } => {
                write!(f, "{part} has {bytes} bytes, and {limit} are allowed")
            }
            FileErrorKind::Truncated { part, end, length } => {
                write!(f, "{part} ends at byte {end}, but the file at byte {length}")
            }
            FileErrorKind::Malformed { what } | FileErrorKind::Unwritable { what } => f.write_str(what),
            FileErrorKind::OtherFormat { expected, found } => write!(f, "not {expected}: the file is {found}"),
            FileErrorKind::Missing { name, available } => missing(f, name, available),
            FileErrorKind::Mismatch { name, dtype, sizes, asked_dtype, asked_sizes } => {
                let asked = asked_sizes.join(", ");
                let (of, sizes) = (Of(name), ShownSizes(sizes));
                write!(f, "{of}the file has {dtype} {sizes}, the type asks for {asked_dtype} [{asked}]")
            }
            FileErrorKind::Value { name, place, value, asked_dtype } => {
                write!(f, "{}element {place} is {value}, which {asked_dtype} cannot hold", Of(name))
            }
        }
    }
}

/// Says which names there are, the nearest first.
fn missing(f: &mut fmt::Formatter<'_>, name: &str, available: &[String]) -> fmt::Result {
    write!(f, "no tensor {}", Name(name))?;
    if available.is_empty() {
        return write!(f, " (the file has none)");
    }
    // A name in a file can be of any length; what is not near in length is not near. Another number is another layer.
    let near = |to: &String| {
        let close = to.len() < 200 && to.len().abs_diff(name.len()) <= 3 && words(to).ne(words(name));
        close.then(|| distance(name, to)).filter(|&d| d <= 3 && d < name.len())
    };
    // PyTorch's name of what a layer may be without.
    let weight = name
        .strip_suffix("bias")
        .filter(|of| of.is_empty() || of.ends_with('.'))
        .map(|of| alloc::format!("{of}weight"));
    if let Some(weight) = weight.filter(|weight| available.contains(weight)) {
        write!(f, ", but {}: is the layer without a bias?", Name(&weight))?;
        return listed(f, available);
    }
    let nearest = available.iter().filter_map(|to| near(to).map(|d| (d, to))).min();
    let ending = || available.iter().find(|to| to.ends_with(name) || name.ends_with(to.as_str()));
    if let Some(to) = nearest.map(|(_, to)| to).or_else(ending) {
        write!(f, ", did you mean {}?", Name(to))?;
    }
    listed(f, available)
}

/// Says which names there are.
fn listed(f: &mut fmt::Formatter<'_>, available: &[String]) -> fmt::Result {
    write!(f, " (the file has ")?;
    const SHOWN: usize = 12;
    for (i, to) in available.iter().take(SHOWN).enumerate() {
        write!(f, "{}{}", if i == 0 { "" } else { ", " }, Name(to))?;
    }
    match available.len().saturating_sub(SHOWN) {
        0 => write!(f, ")"),
        more => write!(f, " and {more} more)"),
    }
}

/// The letters of a name without its numbers.
fn words(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|letter| !letter.is_ascii_digit())
}

/// How many letters are to be added, dropped or replaced to make one name the other.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, y) in b.chars().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.chars().count()]
}

impl fmt::Debug for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FileError({self})")
    }
}

impl core::error::Error for FileError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &*self.kind {
            #[cfg(feature = "std")]
            FileErrorKind::Io(error) => Some(error),
            _ => None,
        }
    }
}
