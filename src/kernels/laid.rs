//! Operands of which some elements are read again and again, written out as often as they are read: rows of a few elements become longer ones.

use core::mem::MaybeUninit;

use super::simd::{Real, Simd, Work};
use super::types::Same;

/// More places than are written: whole vectors are, beyond the end of a row too.
pub(crate) const SPARE: usize = 16;

/// Elements as four loops read them, the innermost first.
pub(crate) struct Laid<'a, T> {
    pub(crate) x: &'a [T],
    /// How often each loop runs.
    pub(crate) counts: [usize; 4],
    /// How far one step of it leads, 0 where elements are read again; the innermost one's is 0 or 1.
    pub(crate) steps: [usize; 4],
}

/// Can elements of this type be laid out?
#[inline(always)]
pub(crate) fn can_be<T>() -> bool {
    Same::<T, f32>::new().is_some() || Same::<T, f64>::new().is_some()
}

/// How far it is from one block of rows, which is all that the two innermost loops read, to the next: it begins where a vector does.
#[inline(always)]
pub(crate) const fn block(counts: &[usize; 4]) -> usize {
    counts[0].saturating_mul(counts[1]).saturating_add(SPARE - 1) / SPARE * SPARE
}

/// Writes the elements as the two innermost loops read them, a block for each turn of the others that reads others; tells whether elements are of a type
/// that [can be](can_be) so.
///
/// # Panics
/// If there are fewer elements or places.
#[inline(always)]
pub(crate) fn lay_out<T>(of: &Laid<'_, T>, to: &mut [MaybeUninit<T>]) -> bool {
    let &Laid { x, counts, steps } = of;
    if let Some(same) = Same::<T, f32>::new() {
        singles(&Laid { x: same.slice(x), counts, steps }, same.places(to));
    } else if let Some(same) = Same::<T, f64>::new() {
        doubles(&Laid { x: same.slice(x), counts, steps }, same.places(to));
    } else {
        return false;
    }
    true
}

#[inline(never)]
fn singles(of: &Laid<'_, f32>, to: &mut [MaybeUninit<f32>]) {
    f32::widest(All(of, to));
}

#[inline(never)]
fn doubles(of: &Laid<'_, f64>, to: &mut [MaybeUninit<f64>]) {
    f64::widest(All(of, to));
}

struct All<'a, T>(&'a Laid<'a, T>, &'a mut [MaybeUninit<T>]);

impl<T: Real> Work<T> for All<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd<Elem = T>, const ROW: usize, const HELD: usize, const SUMS: usize, const TWICE: usize>(self, s: S) {
        let All(of, to) = self;
        let Laid { x, counts: [.., third, fourth], steps: [.., inner, outer], .. } = *of;
        let (block, mut at) = (block(&of.counts), 0);
        for i in 0..if outer == 0 { 1 } else { fourth } {
            for j in 0..if inner == 0 { 1 } else { third } {
                lay_block(s, &x[i * outer + j * inner..], of, &mut to[at..]);
                at += block;
            }
        }
    }
}

/// What the two innermost loops read from here on.
#[inline(always)]
fn lay_block<S: Simd>(s: S, x: &[S::Elem], of: &Laid<'_, S::Elem>, to: &mut [MaybeUninit<S::Elem>]) {
    const { assert!(S::LANES <= SPARE) }
    let ([len, rows, ..], [step, row, ..]) = (of.counts, of.steps);
    let (mut from, mut at) = (0, 0);
    if step == 0 && len <= S::LANES {
        for _ in 0..rows {
            s.store(s.splat(x[from]), &mut to[at..]);
            (from, at) = (from + row, at + len);
        }
    } else if row == 0 && len <= S::LANES {
        let x = s.load_part(&x[..len]);
        for _ in 0..rows {
            s.store(x, &mut to[at..]);
            at += len;
        }
    } else {
        for _ in 0..rows {
            for done in (0..len).step_by(S::LANES) {
                let some = if step == 0 { s.splat(x[from]) } else { s.load_part(&x[from + done..from + len]) };
                s.store(some, &mut to[at + done..]);
            }
            (from, at) = (from + row, at + len);
        }
    }
}
