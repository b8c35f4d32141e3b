//! The two products of attention, scores, of queries and keys, and what is weighted by what becomes of them; and the CPU's unit for matrices, if it has one.

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

#[cfg(all(feature = "half", feature = "std", target_arch = "x86_64", target_os = "linux", not(miri)))]
mod unit {
    use alloc::vec::Vec;
    use core::mem::MaybeUninit;

    use super::{Plain, Ways};
    use crate::kernels::products::amx::Amx;
    use crate::kernels::products::matrix::widen;
    use crate::kernels::products::{Matrix, banded};
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
}
#[cfg(not(all(feature = "half", feature = "std", target_arch = "x86_64", target_os = "linux", not(miri))))]
mod unit {
    use core::convert::Infallible;
    use core::marker::PhantomData;
    use core::mem::MaybeUninit;

    use super::Ways;
    use crate::kernels::products::Matrix;
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
}
pub(crate) use unit::Unit;
