//! Tensors on their way to an engine and back.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::backend::HostTensor;
use super::code::Code;
use super::error::EngineError;
use crate::hlo::{Element, ElementType};
use crate::nn::Parameters;

/// A type and sizes, as errors show them.
fn shown(dtype: ElementType, sizes: &[usize]) -> String {
    format!("{dtype} {sizes:?}")
}

/// Puts tensors in a row, each compared with what the program asks for.
pub struct Writer<'a> {
    code: &'a Code,
    /// The next argument.
    next: usize,
    /// The first one that is not put.
    end: usize,
    tensors: Vec<HostTensor>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(code: &'a Code, first: usize, end: usize) -> Self {
        Writer { code, next: first, end, tensors: vec![] }
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
        let mut bytes = Vec::with_capacity(elements.len() * dtype.size());
        elements.iter().for_each(|x| x.put(&mut bytes));
        self.next += 1;
        self.tensors.push(HostTensor { dtype, sizes: sizes.to_vec(), bytes });
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

    pub(super) fn finish(self, expected: usize) -> Result<Vec<HostTensor>, EngineError> {
        if self.tensors.len() != expected {
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

/// Tensors that were received, one after the other.
pub struct Reader(vec::IntoIter<HostTensor>);

impl Reader {
    pub(super) fn new(tensors: Vec<HostTensor>) -> Self {
        Reader(tensors.into_iter())
    }

    pub(super) fn any<T: Element>(&mut self, dtype: ElementType) -> Result<Vec<T>, EngineError> {
        let Some(HostTensor { dtype: found, sizes, bytes }) = self.0.next() else {
            return Err(EngineError::Failed("fewer results than the program has".into()));
        };
        if found != dtype || bytes.len() != sizes.iter().product::<usize>() * dtype.size() {
            let (what, len) = (shown(found, &sizes), bytes.len());
            return Err(EngineError::Failed(format!("a result is {what} of {len} bytes, and is to be of {dtype}")));
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
}
