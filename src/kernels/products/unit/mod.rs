//! The CPU's unit for matrices, if it has one, and what it computes: products of `bf16`, and those of attention.

mod amx;
mod banded;
mod laid;

use alloc::vec::Vec;
use core::mem::MaybeUninit;

use amx::Amx;

use super::matrix::widen;
use super::{Matrix, Plain, Ways};
use crate::kernels::sixteen::{ByType, Known, narrow_into, wide_slice};
use crate::storage::{Buffer, Full, Written};

/// Of `bf16`, by the CPU's unit for matrices, but where that would lose numbers.
pub(crate) struct Unit<E>(Amx, Known<E>);

impl<E> Unit<E> {
    /// If elements are these, and there is one.
    pub(crate) fn new() -> Option<Self> {
        let known = Known::new().filter(|known| matches!(known, Known::Brain(_)))?;
        Some(Unit(Amx::new()?, known))
    }

    /// The product, plus a row that is added to each of its rows: says whether it is for the unit, and all of it is written.
    pub(crate) fn product(
        &self,
        a: &Matrix<'_, E>,
        b: &Matrix<'_, E>,
        row: Option<&[E]>,
        c: &mut [MaybeUninit<E>],
    ) -> bool {
        if !banded::pays(a, b) {
            return false;
        }
        let row = row.map(|row| wide_slice(row, ByType));
        let row = row.as_ref().map(|row| &row[..]);
        banded::rounded(self.0, &a.bits(&self.1), &b.bits(&self.1), row, self.1.places(c))
    }
}

impl<E> Ways<E, f32> for Unit<E> {
    fn scores<'p>(&self, q: &Matrix<'_, E>, k: &Matrix<'_, E>, to: &'p mut [MaybeUninit<f32>]) -> Full<'p, f32> {
        if banded::sums(self.0, &q.bits(&self.1), &k.bits(&self.1), to) {
            // SAFETY: computed products are written, to all places.
            return unsafe { Full::new(to) };
        }
        let [q, k] = [q, k].map(wide);
        Plain.scores(&q.matrix(), &k.matrix(), to)
    }
    fn weighted(
        &self,
        weights: &Matrix<'_, f32>,
        v: &Matrix<'_, E>,
        to: &mut [MaybeUninit<E>],
        written: &mut Written<E>,
    ) {
        if !banded::weighted(self.0, weights, &v.bits(&self.1), self.1.places(to)) {
            let v = wide(v);
            let sums = Buffer::written_by(to.len(), |to| Plain.scores(weights, &v.matrix(), to));
            narrow_into(sums.as_slice(), to, ByType);
        }
        written.done += to.len();
    }
}

/// A matrix as `f32`, row by row.
struct Wide(Vec<f32>, [usize; 2]);

impl Wide {
    fn matrix(&self) -> Matrix<'_, f32> {
        Matrix::of(&self.0, self.1[0], self.1[1])
    }
}

fn wide<E>(x: &Matrix<'_, E>) -> Wide {
    let mut all = Vec::new();
    widen(x, 0..x.height, 0..x.width, &mut all);
    Wide(all, [x.height, x.width])
}
