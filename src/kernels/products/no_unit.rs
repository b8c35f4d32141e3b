//! In place of the unit for matrices, where no CPU has one that could be used.

use core::convert::Infallible;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::{Matrix, Ways};
use crate::storage::{Full, Written};

/// There is none.
pub(crate) struct Unit<E>(Infallible, PhantomData<E>);

impl<E> Unit<E> {
    pub(crate) fn new() -> Option<Self> {
        None
    }
    pub(crate) fn product(
        &self,
        _: &Matrix<'_, E>,
        _: &Matrix<'_, E>,
        _: Option<&[E]>,
        _: &mut [MaybeUninit<E>],
    ) -> bool {
        match self.0 {}
    }
}

impl<E> Ways<E, f32> for Unit<E> {
    fn scores<'p>(&self, _: &Matrix<'_, E>, _: &Matrix<'_, E>, _: &'p mut [MaybeUninit<f32>]) -> Full<'p, f32> {
        match self.0 {}
    }
    fn weighted(&self, _: &Matrix<'_, f32>, _: &Matrix<'_, E>, _: &mut [MaybeUninit<E>], _: &mut Written<E>) {
        match self.0 {}
    }
}
