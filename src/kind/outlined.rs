//! Tensors of which only shapes are known, and what layers make of them.
#![cfg(feature = "alloc")]

use alloc::vec::Vec;
use core::cell::RefCell;
use core::marker::PhantomData;

use super::Operands;
use crate::shape::dims::Dims;

/// Not computed at all: what [`nn::Outline::input`](crate::nn::Outline::input) gives, and all that is made of it. Such a tensor has a shape, and no
/// elements; layers note what they take and give.
#[derive(Clone, Copy, Debug)]
pub struct Outlined<'o>(PhantomData<fn(&'o ()) -> &'o ()>);
impl super::sealed::Sealed for Outlined<'_> {}

/// What an outlined tensor holds, and what a view knows of it: where layers are noted.
#[derive(Clone, Copy)]
pub struct Noted<'o>(pub(crate) &'o RefCell<Layers>);

/// A layer that was used.
#[derive(Clone, Debug)]
pub(crate) struct Used {
    /// Its type, as the compiler names it; `None` of a parameter that stands outside of a layer.
    pub(crate) layer: Option<&'static str>,
    pub(crate) takes: Vec<usize>,
    pub(crate) gives: Vec<usize>,
    /// How many layers it is within.
    pub(crate) depth: usize,
    /// The numbers of the parameters that it used, those of layers within it among them.
    pub(crate) parameters: Vec<usize>,
}

/// Layers as they are used.
#[derive(Debug, Default)]
pub(crate) struct Layers {
    pub(crate) used: Vec<Used>,
    /// Where each parameter lies: its address, and how many elements it has.
    pub(crate) parameters: Vec<(usize, usize)>,
    /// The numbers of the layers that are not finished, the innermost last.
    within: Vec<usize>,
}

impl<'o> Noted<'o> {
    pub(crate) fn enter(self, layer: &'static str, takes: &Dims) {
        let mut layers = self.0.borrow_mut();
        let (number, depth) = (layers.used.len(), layers.within.len());
        let (takes, gives, parameters) = (takes.outermost_first(), Vec::new(), Vec::new());
        layers.used.push(Used { layer: Some(layer), takes, gives, depth, parameters });
        layers.within.push(number);
    }

    pub(crate) fn leave(self, gives: &Dims) {
        let mut layers = self.0.borrow_mut();
        if let Some(number) = layers.within.pop() {
            layers.used[number].gives = gives.outermost_first();
        }
    }

    /// A parameter, if one lies at `x`.
    pub(crate) fn parameter<T>(self, x: &[T]) -> Self {
        let mut layers = self.0.borrow_mut();
        let at = (x.as_ptr().addr(), x.len());
        let Some(number) = layers.parameters.iter().position(|one| *one == at && at.1 > 0) else { return self };
        if layers.within.is_empty() {
            let none = Vec::new();
            layers.used.push(Used {
                layer: None,
                takes: none.clone(),
                gives: none,
                depth: 0,
                parameters: Vec::from([number]),
            });
        }
        let Layers { used, within, .. } = &mut *layers;
        for layer in within {
            if !used[*layer].parameters.contains(&number) {
                used[*layer].parameters.push(number);
            }
        }
        self
    }

    /// Where the operands are noted.
    pub(crate) fn of<T, X: Operands<T, Outlined<'o>>>(operands: &X) -> Self
    where
        Outlined<'o>: super::Kind<T, Note = Noted<'o>>,
    {
        let mut of = None;
        operands.each(&mut |note: Noted<'o>, _| of = Some(note));
        of.expect("an operation has an operand")
    }
}
