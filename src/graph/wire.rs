//! Tensors on their way to an engine and back, and what can go wrong.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use std::io::{self, BufReader, Read, Write};
use std::process::ChildStdout;

use super::code::Code;
use crate::hlo::{Element, ElementType};
use crate::nn::Parameters;

/// Why an engine did not run a program.
#[derive(Debug)]
#[non_exhaustive]
pub enum EngineError {
    /// There is no Python, or it lacks a package; and how it is installed.
    Missing(String),
    /// The engine's own words.
    Failed(String),
    /// A tensor is not of the sizes or the type that the program was traced for: its name, what it has, and what is needed.
    Mismatch {
        /// As in the program.
        name: String,
        /// The type and the sizes that it has.
        found: String,
        /// Those that the program asks for.
        expected: String,
    },
    /// The engine's process does not answer any more.
    Io(io::Error),
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::Missing(what) => f.write_str(what),
            EngineError::Failed(words) => {
                // Compilers can be long-winded.
                let short: String = words.chars().take(2000).collect();
                write!(f, "the engine says: {short}")
            }
            EngineError::Mismatch { name, found, expected } => {
                write!(f, "`{name}` is {found}, and the program was traced for {expected}")
            }
            EngineError::Io(error) => write!(f, "the engine does not answer: {error}"),
        }
    }
}

impl core::error::Error for EngineError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            EngineError::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for EngineError {
    fn from(error: io::Error) -> Self {
        EngineError::Io(error)
    }
}

pub(super) fn number(to: &mut impl Write, x: u64) -> io::Result<()> {
    to.write_all(&x.to_le_bytes())
}

pub(super) fn read_number(from: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    from.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

/// A type and sizes, as errors show them.
fn shown(dtype: ElementType, sizes: &[usize]) -> String {
    format!("{dtype} {sizes:?}")
}

/// Tensors that are sent.
pub(super) struct Tensors {
    count: u64,
    bytes: Vec<u8>,
}

impl Tensors {
    pub(super) fn write(&self, to: &mut impl Write) -> Result<(), EngineError> {
        number(to, self.count)?;
        Ok(to.write_all(&self.bytes)?)
    }
}

/// Puts tensors in a row, each compared with what the program asks for.
pub struct Writer<'a> {
    code: &'a Code,
    /// The next argument.
    next: usize,
    /// The first one that is not put.
    end: usize,
    tensors: Tensors,
}

impl<'a> Writer<'a> {
    pub(super) fn new(code: &'a Code, first: usize, end: usize) -> Self {
        Writer { code, next: first, end, tensors: Tensors { count: 0, bytes: vec![] } }
    }

    pub(super) fn tensor<T: Element>(
        &mut self,
        dtype: ElementType,
        sizes: &[usize],
        elements: &[T],
    ) -> Result<(), EngineError> {
        let Some(argument) = self.code.arguments[..self.end].get(self.next) else {
            return Err(EngineError::Mismatch {
                name: format!("tensor {} of the model", self.next),
                found: shown(dtype, sizes),
                expected: "nothing more".into(),
            });
        };
        if argument.dtype != dtype || argument.sizes != sizes {
            return Err(EngineError::Mismatch {
                name: argument.name.clone(),
                found: shown(dtype, sizes),
                expected: shown(argument.dtype, &argument.sizes),
            });
        }
        let to = &mut self.tensors.bytes;
        to.extend((dtype as u64).to_le_bytes());
        to.extend((sizes.len() as u64).to_le_bytes());
        sizes.iter().for_each(|n| to.extend((*n as u64).to_le_bytes()));
        to.reserve(elements.len() * dtype.size());
        elements.iter().for_each(|x| x.put(to));
        self.next += 1;
        self.tensors.count += 1;
        Ok(())
    }

    /// The next one is to have this name.
    fn named(&self, name: &str) -> Result<(), EngineError> {
        match self.code.arguments[..self.end].get(self.next) {
            Some(argument) if argument.name != name => Err(EngineError::Mismatch {
                name: name.into(),
                found: format!("tensor {} of the model", self.next),
                expected: format!("`{}` there", argument.name),
            }),
            _ => Ok(()),
        }
    }

    pub(super) fn finish(self, expected: usize) -> Result<Tensors, EngineError> {
        if self.tensors.count as usize != expected {
            let name = self.code.arguments.get(self.next).map_or_else(String::new, |argument| argument.name.clone());
            return Err(EngineError::Mismatch { name, found: "nothing".into(), expected: "a tensor".into() });
        }
        Ok(self.tensors)
    }
}

/// Puts a model's parameters.
pub(super) fn parameters<M: Parameters<T>, T: Element>(to: &mut Writer<'_>, model: &M) -> Result<(), EngineError> {
    model.named_parameters().iter().try_for_each(|one| {
        to.named(&one.name)?;
        to.tensor(T::TYPE, &one.sizes, one.elements)
    })
}

/// Tensors that were received.
pub struct Reader<'a> {
    from: &'a mut BufReader<ChildStdout>,
    left: u64,
}

impl<'a> Reader<'a> {
    /// Of so many that come.
    pub(super) fn new(from: &'a mut BufReader<ChildStdout>, left: u64) -> Self {
        Reader { from, left }
    }

    /// The next one.
    fn next(&mut self) -> Result<(u64, Vec<usize>, Vec<u8>), EngineError> {
        if self.left == 0 {
            return Err(EngineError::Failed("fewer results than the program has".into()));
        }
        self.left -= 1;
        let (kind, rank) = (read_number(self.from)?, read_number(self.from)?);
        let sizes = (0..rank).map(|_| Ok(read_number(self.from)? as usize)).collect::<io::Result<Vec<_>>>()?;
        let width = WIDTHS.get(kind as usize).copied().unwrap_or(0);
        let len = sizes.iter().product::<usize>() * width;
        let mut bytes = Vec::new();
        self.from.take(len as u64).read_to_end(&mut bytes)?;
        if bytes.len() < len {
            return Err(EngineError::Io(io::ErrorKind::UnexpectedEof.into()));
        }
        Ok((kind, sizes, bytes))
    }

    pub(super) fn any<T: Element>(&mut self, dtype: ElementType) -> Result<Vec<T>, EngineError> {
        let (kind, sizes, bytes) = self.next()?;
        if kind != dtype as u64 {
            return Err(EngineError::Failed(format!(
                "a result of type {kind} and sizes {sizes:?} in place of {dtype}"
            )));
        }
        Ok(bytes.chunks_exact(dtype.size()).map(T::taken).collect())
    }

    pub(super) fn tensor<T: Element>(&mut self, dtype: ElementType, expected: &[usize]) -> Result<Vec<T>, EngineError> {
        let elements = self.any(dtype)?;
        if elements.len() != expected.iter().product::<usize>() {
            return Err(EngineError::Failed(format!("{} elements in place of those of {expected:?}", elements.len())));
        }
        Ok(elements)
    }

    /// What nobody asked for.
    pub(super) fn skip(mut self) -> Result<(), EngineError> {
        while self.left > 0 {
            self.next()?;
        }
        Ok(())
    }
}

/// Bytes of the types, in their order.
const WIDTHS: [usize; 13] = [1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8];
