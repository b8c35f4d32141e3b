//! The two products of attention: scores, of queries and keys, and what is weighted by what becomes of them.

use core::mem::MaybeUninit;

use super::{Matrix, Summed, one};
use crate::storage::{Full, Written};

/// How products of elements `E` are made, whose sums are `T`.
pub(crate) trait Ways<E, T> {
    /// The products of queries and keys, which are columns.
    fn scores<'p>(&self, q: &Matrix<'_, E>, k: &Matrix<'_, E>, to: &'p mut [MaybeUninit<T>]) -> Full<'p, T>;
    /// The sums of values, times weights that are 1 at most. All of them are written, and counted.
    fn weighted(&self, weights: &Matrix<'_, T>, v: &Matrix<'_, E>, to: &mut [MaybeUninit<E>], written: &mut Written<E>);
}

/// As all products are.
pub(crate) struct Plain;

impl<T: Summed> Ways<T, T> for Plain {
    fn scores<'p>(&self, q: &Matrix<'_, T>, k: &Matrix<'_, T>, to: &'p mut [MaybeUninit<T>]) -> Full<'p, T> {
        let (mut written, to) = Written::to(to);
        one(q, k, None, None, None, to, &mut written);
        written.finish(to)
    }
    fn weighted(
        &self,
        weights: &Matrix<'_, T>,
        v: &Matrix<'_, T>,
        to: &mut [MaybeUninit<T>],
        written: &mut Written<T>,
    ) {
        one(weights, v, None, None, None, to, written);
    }
}
