//! NumPy's npy: a magic number, a header that is a Python dictionary, and the elements of one tensor.
//!
//! The crates for it bring 40 packages and more, parsers of all of Python's literals among them, which recurse as deep as a
//! file says; the dictionary has three entries, and is read here.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::shown::ShownSizes;
use super::sink::encode;
use super::source::{Data, Stored};
use super::{DType, FileElement, FileError, FileErrorKind, foreign};
use crate::shape::Shape;
use crate::tensor::Tensor;
use crate::view::Values;

const MAGIC: &[u8; 6] = b"\x93NUMPY";
/// The most bytes of a header: as many as NumPy reads.
pub(super) const HEADER_LIMIT: usize = 10_000;
/// The most axes: as many as NumPy has.
const AXES: usize = 64;

/// A file of NumPy's npy format: one tensor, without a name. Versions 1 to 3, either order of bytes, C and Fortran order.
///
/// Opening it checks the header; [`tensor`](Npy::tensor) then checks the element type and the shape. Bytes that are borrowed are
/// not copied.
///
/// ```
/// use shaped::io::Npy;
/// use shaped::prelude::*;
/// axis!(Image);
/// let file = Npy::open("examples/data/digits_images.npy")?;
/// let images = file.tensor::<u8, shape![Image, 8, 8]>()?;
/// assert_eq!(images.sizes(), [1797, 8, 8]);
/// # Ok::<(), shaped::io::FileError>(())
/// ```
///
/// ```
/// use shaped::io::Npy;
/// use shaped::prelude::*;
/// axis!(Image);
/// let file = Npy::open("examples/data/digits_images.npy")?;
/// let error = file.tensor::<f32, shape![Image, 64]>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "examples/data/digits_images.npy: the file has u8 [1797, 8, 8], the type asks for f32 [Image, 64]"
/// );
/// # Ok::<(), shaped::io::FileError>(())
/// ```
pub struct Npy<'a> {
    path: Option<Box<str>>,
    bytes: Cow<'a, [u8]>,
    header: Header,
}

impl<'a> Npy<'a> {
    /// A file that is in memory: borrowed bytes, or a `Vec<u8>` that is taken over. No copy.
    ///
    /// # Errors
    /// If it is no npy file, or not whole.
    pub fn from_bytes(bytes: impl Into<Cow<'a, [u8]>>) -> Result<Self, FileError> {
        let bytes = bytes.into();
        let header = Header::read(&bytes)?;
        header.check("the tensor", bytes.len() as u64)?;
        Ok(Npy { path: None, bytes, header })
    }

    /// Reads a file. NumPy's `np.load(path)`.
    ///
    /// # Errors
    /// If there is no such file, or it is no npy file, or not whole.
    #[cfg(feature = "std")]
    pub fn open(path: impl AsRef<std::path::Path>) -> Result<Npy<'static>, FileError> {
        Npy::open_with_limit(path, u64::MAX)
    }

    /// As [`open`](Npy::open), for a file of at most `limit` bytes; a larger one is not read at all.
    ///
    /// # Errors
    /// As for `open`, or if the file has more bytes.
    #[cfg(feature = "std")]
    pub fn open_with_limit(path: impl AsRef<std::path::Path>, limit: u64) -> Result<Npy<'static>, FileError> {
        let (path, shown) = (path.as_ref(), super::path::shown(path.as_ref()));
        let file = Npy::from_bytes(super::path::read(path, limit)?).map_err(|error| error.at(Some(&shown)))?;
        Ok(Npy { path: Some(shown), ..file })
    }

    /// The element type.
    pub fn dtype(&self) -> &DType {
        &self.header.dtype
    }

    /// The sizes, outermost axis first.
    pub fn sizes(&self) -> &[usize] {
        &self.header.sizes
    }

    /// The tensor, with the element type and the shape that it must have; the number of a run-time axis comes from the file.
    /// Copies the elements to a new tensor.
    ///
    /// # Errors
    /// If the file has another element type or shape.
    pub fn tensor<T: FileElement, S: Shape>(&self) -> Result<Tensor<T, S>, FileError> {
        self.stored().tensor(None).map_err(|error| error.at(self.path.as_deref()))
    }

    /// As [`tensor`](Npy::tensor), from any element type of numbers: floats are rounded to the nearest, all else must be exact.
    ///
    /// ```
    /// use shaped::io::Npy;
    /// use shaped::prelude::*;
    /// axis!(Image);
    /// let file = Npy::open("examples/data/digits_images.npy")?;
    /// let images = file.tensor_cast::<f32, shape![Image, 8, 8]>()? / 16.0;
    /// assert_eq!(images.max_all(), 1.0);
    /// # Ok::<(), shaped::io::FileError>(())
    /// ```
    ///
    /// # Errors
    /// If the file has another shape, or an element that the element type cannot hold.
    pub fn tensor_cast<T: FileElement, S: Shape>(&self) -> Result<Tensor<T, S>, FileError> {
        self.stored().tensor_cast(None).map_err(|error| error.at(self.path.as_deref()))
    }

    /// Fills a tensor that is there already, of just this element type and these sizes. No allocation of elements.
    ///
    /// # Errors
    /// If the file has another element type or other sizes. The tensor is as it was.
    pub fn read_into<T: FileElement, S: Shape>(&self, to: &mut Tensor<T, S>) -> Result<(), FileError> {
        self.stored().read_into(None, to).map_err(|error| error.at(self.path.as_deref()))
    }

    fn stored(&self) -> Stored<'_> {
        self.header.stored(Data::Plain(&self.bytes[self.header.length..]))
    }
}

impl Npy<'static> {
    /// A tensor, a view or any other operand as an npy file in memory, in C order.
    ///
    /// ```
    /// use shaped::io::Npy;
    /// use shaped::prelude::*;
    /// let x = tensor![[1.0, 2.0], [3.0, 4.0]];
    /// let file = Npy::from_bytes(Npy::to_bytes(&x)?)?;
    /// assert_eq!(file.tensor::<f64, shape![2, 2]>()?, x);
    /// # Ok::<(), shaped::io::FileError>(())
    /// ```
    ///
    /// # Errors
    /// If NumPy has no such element type: `bf16`.
    pub fn to_bytes<X: Values<Elem: FileElement> + ?Sized>(x: &X) -> Result<Vec<u8>, FileError> {
        let mut file = header_of(x)?;
        file.append(&mut encode(x));
        Ok(file)
    }

    /// Writes a tensor, a view or any other operand to a file; one that was there is replaced once the new one is complete.
    /// NumPy's `np.save(path, x)`.
    ///
    /// # Errors
    /// If it cannot be written, or NumPy has no such element type.
    #[cfg(feature = "std")]
    #[rustfmt::skip] // the compiler shows the line to who gives the tensor first
    pub fn save<X: Values<Elem: FileElement> + ?Sized>( // first the path: `Npy::save("x.npy", &x)`
        path: impl AsRef<std::path::Path>,
        x: &X,
    ) -> Result<(), FileError> {
        let path = path.as_ref();
        let header = header_of(x).map_err(|error| error.at(Some(&super::path::shown(path))))?;
        super::save::write(path, &[&header, &encode(x)])
    }
}

impl fmt::Debug for Npy<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Npy({} {})", self.header.dtype, ShownSizes(&self.header.sizes))
    }
}

/// The header of a new file.
fn header_of<X: Values<Elem: FileElement> + ?Sized>(x: &X) -> Result<Vec<u8>, FileError> {
    let dtype = X::Elem::DTYPE;
    let Some((_, kind)) = KINDS.iter().find(|(known, _)| *known == dtype) else {
        return Err(FileError::unwritable(format!("NumPy has no {dtype}")));
    };
    let order = if X::Elem::WIDTH == 1 { '|' } else { '<' };
    let dims = x.view().shape().dims();
    let mut shape = String::new();
    for (i, size) in dims.sizes[..dims.rank].iter().rev().enumerate() {
        shape += &format!("{}{size}", if i == 0 { "" } else { ", " });
    }
    let comma = if dims.rank == 1 { "," } else { "" };
    let text = format!("{{'descr': '{order}{kind}', 'fortran_order': False, 'shape': ({shape}{comma}), }}");
    // The elements begin at a multiple of 64.
    let length = (MAGIC.len() + 4 + text.len() + 1).next_multiple_of(64);
    let mut header = Vec::with_capacity(length);
    header.extend_from_slice(MAGIC);
    header.extend_from_slice(&[1, 0]);
    header.extend_from_slice(&((length - 10) as u16).to_le_bytes()); // at most 16 axes, so a few hundred
    header.extend_from_slice(text.as_bytes());
    header.resize(length - 1, b' ');
    header.push(b'\n');
    Ok(header)
}

/// What NumPy calls the element types, after the order of bytes.
const KINDS: &[(DType, &str)] = &[
    (DType::Bool, "b1"),
    (DType::U8, "u1"),
    (DType::I8, "i1"),
    (DType::U16, "u2"),
    (DType::I16, "i2"),
    (DType::U32, "u4"),
    (DType::I32, "i4"),
    (DType::U64, "u8"),
    (DType::I64, "i8"),
    (DType::F16, "f2"),
    (DType::F32, "f4"),
    (DType::F64, "f8"),
    (DType::C64, "c8"),
    (DType::C128, "c16"),
];

/// What an npy file says of its elements.
pub(super) struct Header {
    pub dtype: DType,
    /// Bytes per element, if the type is one of `KINDS`.
    width: Option<usize>,
    big_endian: bool,
    fortran_order: bool,
    pub sizes: Vec<usize>,
    /// Its own bytes.
    pub length: usize,
}

impl Header {
    /// The header at the start of these bytes.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, FileError> {
        let truncated = |part: &str, end: usize| {
            let (end, length) = (end as u64, bytes.len() as u64);
            FileError::new(FileErrorKind::Truncated { part: part.into(), end, length })
        };
        if bytes.len() >= MAGIC.len() && !bytes.starts_with(MAGIC) {
            let error = FileError::malformed("no npy file: it does not start with \"\\x93NUMPY\"");
            return Err(foreign::or(error, "npy", bytes));
        }
        let Some(&[version, minor]) = bytes.get(6..8) else { return Err(truncated("the version", 8)) };
        let start = match (version, minor) {
            (1, 0) => 10,
            (2 | 3, 0) => 12,
            _ => {
                return Err(FileError::malformed(format!("npy version {version}.{minor}, where 1.0 to 3.0 are known")));
            }
        };
        let Some(announced) = bytes.get(8..start) else {
            return Err(truncated("the length of the header", start));
        };
        let announced = announced.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        if announced > HEADER_LIMIT as u64 {
            let (part, limit) = ("the header".into(), HEADER_LIMIT as u64);
            return Err(FileError::new(FileErrorKind::TooLarge { part, bytes: announced, limit }));
        }
        let length = start + announced as usize;
        let Some(text) = bytes.get(start..length) else { return Err(truncated("the header", length)) };
        Header::parse(text, version, length).map_err(|(place, expected)| {
            let place = start + place;
            FileError::malformed(format!("the header at byte {place}: {expected} expected"))
        })
    }

    /// The header in a Python dictionary; if it is none, where, and what was expected.
    fn parse(text: &[u8], version: u8, length: usize) -> Result<Self, (usize, &'static str)> {
        if version == 3 {
            str::from_utf8(text).map_err(|error| (error.valid_up_to(), "UTF-8"))?;
        }
        let mut python = Python { text, place: 0, version };
        let (mut descr, mut fortran_order, mut sizes) = (None, None, None);
        // A line that begins with space is no Python.
        python.place = text.iter().take_while(|&&byte| byte == b' ' || byte == b'\t').count();
        if text.get(python.place) != Some(&b'{') {
            return Err((python.place, "{"));
        }
        python.place += 1;
        while !python.found(b'}') {
            let start = python.place;
            let key = python.quoted()?;
            python.expect(b':', ":")?;
            let twice = match key {
                b"descr" => descr.replace(python.descr()?).is_some(),
                b"fortran_order" => fortran_order.replace(python.boolean()?).is_some(),
                b"shape" => sizes.replace(python.tuple()?).is_some(),
                _ => true,
            };
            if twice {
                return Err((start, "'descr', 'fortran_order' and 'shape', each once,"));
            }
            if !python.found(b',') {
                python.expect(b'}', "}")?;
                break;
            }
        }
        python.skip_space();
        let end = python.place;
        let (Some(descr), Some(fortran_order), Some(sizes)) = (descr, fortran_order, sizes) else {
            return Err((end, "'descr', 'fortran_order' and 'shape'"));
        };
        if end != text.len() {
            return Err((end, "the end"));
        }
        let (order, kind) = match descr {
            [order @ (b'<' | b'>' | b'|' | b'='), kind @ ..] => (*order, kind),
            kind => (b'=', kind),
        };
        let known = KINDS.iter().find(|(_, name)| name.as_bytes() == kind);
        let width = known.and_then(|(_, name)| name[1..].parse().ok());
        let dtype = match known {
            Some((dtype, _)) => dtype.clone(),
            None => {
                let shown = String::from_utf8_lossy(&descr[..descr.len().min(80)]);
                DType::Other(
                    shown.chars().map(|letter| if letter.is_control() { '\u{fffd}' } else { letter }).collect(),
                )
            }
        };
        let big_endian = order == b'>' || (matches!(order, b'=' | b'|') && cfg!(target_endian = "big"));
        Ok(Header { dtype, width, big_endian, fortran_order, sizes, length })
    }

    /// Makes sure that a file of this length has all elements, and no more.
    pub(super) fn check(&self, part: &str, length: u64) -> Result<(), FileError> {
        let Some(width) = self.width else { return Ok(()) };
        let (dtype, sizes) = (&self.dtype, ShownSizes(&self.sizes));
        // As in NumPy, a size of 0 does not make others possible that no memory could have.
        let mut some = self.sizes.iter().filter(|&&size| size != 0);
        let bytes = some.try_fold(width, |bytes, &size| bytes.checked_mul(size));
        let Some(bytes) = bytes.filter(|&bytes| isize::try_from(bytes).is_ok()) else {
            return Err(FileError::malformed(format!("{part}: {dtype} {sizes} takes more bytes than can be counted")));
        };
        let bytes = if self.sizes.contains(&0) { 0 } else { bytes as u64 };
        let end = self.length as u64 + bytes;
        if end > length {
            let part = format!("{part} ({dtype} {sizes})");
            return Err(FileError::new(FileErrorKind::Truncated { part, end, length }));
        }
        match length - end {
            0 => Ok(()),
            extra => Err(FileError::malformed(format!(
                "{part} ({dtype} {sizes}) ends at byte {end}, and {extra} more follow"
            ))),
        }
    }

    pub(super) fn stored<'a>(&self, data: Data<'a>) -> Stored<'a> {
        Stored {
            dtype: self.dtype.clone(),
            sizes: self.sizes.clone(),
            data,
            big_endian: self.big_endian,
            fortran_order: self.fortran_order,
            casts: false,
        }
    }
}

/// A reader of what NumPy writes of Python. An error is a place, and what was expected there.
struct Python<'a> {
    text: &'a [u8],
    place: usize,
    version: u8,
}

type Parsed<T> = Result<T, (usize, &'static str)>;

impl<'a> Python<'a> {
    fn skip_space(&mut self) {
        while self.text.get(self.place).is_some_and(u8::is_ascii_whitespace) {
            self.place += 1;
        }
    }

    /// Passes over a letter, and the space in front of it, if it is next.
    fn found(&mut self, letter: u8) -> bool {
        self.skip_space();
        let found = self.text.get(self.place) == Some(&letter);
        self.place += usize::from(found);
        found
    }

    fn expect(&mut self, letter: u8, name: &'static str) -> Parsed<()> {
        if self.found(letter) { Ok(()) } else { Err((self.place, name)) }
    }

    /// Text in quotes of either kind.
    fn quoted(&mut self) -> Parsed<&'a [u8]> {
        self.skip_space();
        let rest = &self.text[self.place..];
        let end = match rest.first() {
            Some(quote @ (b'\'' | b'"')) => rest[1..].iter().position(|byte| byte == quote),
            _ => None,
        };
        let end = end.ok_or((self.place, "a text in quotes"))?;
        self.place += end + 2;
        Ok(&rest[1..=end])
    }

    /// An element type: in quotes, or, if it has parts, a list, which is passed over as it is.
    fn descr(&mut self) -> Parsed<&'a [u8]> {
        self.skip_space();
        let start = self.place;
        if self.text.get(start) != Some(&b'[') {
            return self.quoted();
        }
        let mut depth = 0usize;
        loop {
            match self.text.get(self.place) {
                None => return Err((self.place, "]")),
                Some(b'\'' | b'"') => {
                    self.quoted()?;
                    continue;
                }
                Some(b'[' | b'(') => depth += 1,
                Some(b']' | b')') => depth -= 1,
                Some(_) => {}
            }
            self.place += 1;
            if depth == 0 {
                return Ok(&self.text[start..self.place]);
            }
        }
    }

    fn boolean(&mut self) -> Parsed<bool> {
        self.skip_space();
        for (name, value) in [(&b"True"[..], true), (&b"False"[..], false)] {
            if self.text[self.place..].starts_with(name) {
                self.place += name.len();
                return Ok(value);
            }
        }
        Err((self.place, "True or False"))
    }

    /// `()`, `(3,)`, `(3, 4)`; `(3)` is a number.
    fn tuple(&mut self) -> Parsed<Vec<usize>> {
        self.expect(b'(', "(")?;
        let mut sizes = Vec::new();
        while !self.found(b')') {
            if sizes.len() == AXES {
                return Err((self.place, "at most 64 axes"));
            }
            sizes.push(self.number()?);
            if !self.found(b',') {
                self.expect(if sizes.len() == 1 { b',' } else { b')' }, if sizes.len() == 1 { "," } else { ")" })?;
                break;
            }
        }
        Ok(sizes)
    }

    /// A number, without zeros in front; Python 2, before version 3, wrote an `L` after it.
    fn number(&mut self) -> Parsed<usize> {
        self.skip_space();
        let start = self.place;
        let mut number = 0usize;
        while let Some(digit) = self.text.get(self.place).filter(|byte| byte.is_ascii_digit()) {
            let next = number.checked_mul(10).and_then(|tens| tens.checked_add(usize::from(digit - b'0')));
            number = next.ok_or((start, "a size that can be counted"))?;
            self.place += 1;
        }
        if self.place == start || (number > 0 && self.text[start] == b'0') {
            return Err((start, "a size"));
        }
        self.place += usize::from(self.version < 3 && self.text.get(self.place) == Some(&b'L'));
        Ok(number)
    }
}
