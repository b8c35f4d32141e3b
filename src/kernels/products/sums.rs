//! Sums of products over any loops, each with a step in either operand and in the result.

use alloc::vec::Vec;
use core::any::TypeId;
use core::marker::PhantomData;
use core::ops::Mul;
use core::{iter, slice};

use num_traits::Zero;

use super::Matrix;
use super::long_dot::long_dot;

/// The most loops there can be.
pub(crate) const MOST: usize = 48;

/// One loop: how often, and its steps in both operands and in the result.
#[derive(Clone, Copy)]
pub(crate) struct Loop {
    pub size: usize,
    pub steps: [isize; 3],
    pub kind: Kind,
}

impl Loop {
    /// Is it over the axis along which matrices are multiplied?
    fn is_inner(&self) -> bool {
        self.kind == Kind::Summed && self.steps[0] != 0 && self.steps[1] != 0
    }
}

/// Whose axis a loop is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The left side's and the result's: rows.
    Rows,
    /// The right side's and the result's: columns.
    Columns,
    /// The result's, and of both sides or neither.
    Batch,
    /// Not the result's: summed.
    Summed,
}

/// The operands of sums of products, and where these belong.
///
/// Invariant: no loop is of size 0, and there are at most [`MOST`]; all indices within them lead to elements of the operands, which are borrowed,
/// and to places of the result, which are initialised, unless they are [`written_once`], and nobody else's. (Without a right operand, `b` is `a`.)
struct Sums<'l, T> {
    a: *const T,
    b: *const T,
    c: *mut T,
    loops: &'l mut Vec<Loop>,
}

/// The sums of products of two operands, or the sums of one, added to a result of zeros.
///
/// # Safety
/// No loop is of size 0. All indices within the loops, at most [`MOST`] of them, lead to elements of the operands, and to places of the result, which are all
/// zero; or anything, if each is [`written_once`]. The loops are [merged](merge), which makes them few, and matrices of them.
pub(crate) unsafe fn sums<T>(a: *const T, b: Option<*const T>, c: *mut T, loops: &mut Vec<Loop>)
where
    T: Clone + Zero + Mul<Output = T> + 'static,
{
    let mut all = Sums { a, b: b.unwrap_or(a), c, loops };
    if b.is_none() {
        all.run::<false>();
    } else if !all.matrices() {
        all.run::<true>();
    }
}

/// Does [`sums`] of two operands write each place of the result once, and read none? So it is where the loops make matrices for which there are kernels, each of
/// which is a product by itself.
pub(crate) fn written_once<T: 'static>(loops: &[Loop]) -> bool {
    are_matrices::<T>(loops) && loops.iter().filter(|l| l.kind == Kind::Summed).count() == 1
}

/// Are these sums of products of floats, and do the loops make matrices that are large enough?
fn are_matrices<T: 'static>(loops: &[Loop]) -> bool {
    let large = |kind: Kind| loops.iter().any(|l| l.kind == kind && l.size >= 4);
    let is_float = [TypeId::of::<f32>(), TypeId::of::<f64>()].contains(&TypeId::of::<T>());
    is_float && large(Kind::Rows) && large(Kind::Columns) && loops.iter().any(Loop::is_inner)
}

/// Makes one loop of two, where all steps of the outer one are those of the inner one times its size.
pub(crate) fn merge(loops: &mut Vec<Loop>) {
    loops.sort_by_key(|l| (l.kind == Kind::Summed, l.steps[2].abs(), l.steps[0].abs(), l.steps[1].abs()));
    let mut at = 0;
    while at + 1 < loops.len() {
        let (inner, outer) = (loops[at], loops[at + 1]);
        let chained = iter::zip(inner.steps, outer.steps)
            .all(|(i, o)| i == 0 && o == 0 || i.checked_mul(inner.size as isize) == Some(o));
        // Both may be stretched, and of any size.
        match inner.size.checked_mul(outer.size) {
            Some(size) if inner.kind == outer.kind && chained => {
                loops[at].size = size;
                loops.remove(at + 1);
            }
            _ => at += 1,
        }
    }
}

/// Runs `body` at every place of the loops, none of which is of size 0: it gets the place as offsets in both operands and the result, and
/// whether it is the first time that this place of the result is visited.
pub(crate) fn each(loops: &[Loop], mut body: impl FnMut([isize; 3], bool)) {
    let mut index = [0usize; MOST];
    let mut at = [0isize; 3];
    // Not counted: the product of the sizes may be more than `usize` can count.
    'places: loop {
        let first = iter::zip(loops, index).all(|(l, i)| l.kind != Kind::Summed || i == 0);
        body(at, first);
        for (l, i) in iter::zip(loops, &mut index) {
            *i += 1;
            if *i < l.size {
                at = [at[0] + l.steps[0], at[1] + l.steps[1], at[2] + l.steps[2]];
                continue 'places;
            }
            *i = 0;
            let back = l.size as isize - 1;
            at = [at[0] - back * l.steps[0], at[1] - back * l.steps[1], at[2] - back * l.steps[2]];
        }
        return;
    }
}

/// The loops in order of size without the largest one that fits, which is handed back.
fn take(loops: &mut Vec<Loop>, fits: impl Fn(&Loop) -> bool) -> Option<Loop> {
    let largest = (0..loops.len()).filter(|&at| fits(&loops[at])).max_by_key(|&at| loops[at].size)?;
    Some(loops.remove(largest))
}

impl<T: 'static> Sums<'_, T> {
    /// Sums of products of floats by the kernels for matrices, if the loops make matrices that are large enough.
    fn matrices(&mut self) -> bool {
        let Sums { a, b, c, ref mut loops } = *self;
        let loops = &mut **loops;
        if !are_matrices::<T>(loops) {
            return false;
        }
        let single = TypeId::of::<T>() == TypeId::of::<f32>();
        let rows = take(loops, |l| l.kind == Kind::Rows).expect("a loop over rows");
        let columns = take(loops, |l| l.kind == Kind::Columns).expect("a loop over columns");
        let inner = take(loops, Loop::is_inner).expect("a loop of sums");
        let (m, k, n) = (rows.size, inner.size, columns.size);
        each(loops, |[x, y, z], first| {
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            {
                use super::floats::{Problem, Sound, Start, product};
                let problem = Problem {
                    m,
                    k,
                    n,
                    a: a.wrapping_offset(x),
                    a_row: rows.steps[0],
                    a_column: inner.steps[0],
                    b: b.wrapping_offset(y),
                    b_row: inner.steps[1],
                    b_column: columns.steps[1],
                    c: c.wrapping_offset(z),
                    c_row: rows.steps[2],
                    c_column: columns.steps[2],
                    start: if first { Start::Zero } else { Start::Result },
                    ahead: None,
                    then: None,
                    brains: None,
                };
                // SAFETY: all indices within the loops are within the operands and the result, whose rows and columns are distinct
                // places; what is added to was written before.
                if product(&unsafe { Sound::new(problem) }) {
                    return;
                }
            }
            macro_rules! kernel {
                ($t:ty, $kernel:path) => {{
                    let (a, b) = (a.cast::<$t>().wrapping_offset(x), b.cast::<$t>().wrapping_offset(y));
                    let c = c.cast::<$t>().wrapping_offset(z);
                    let factor = if first { 0.0 } else { 1.0 };
                    // SAFETY: the element type was compared above; all indices within the loops are within the operands and the
                    // result, whose rows and columns are distinct places.
                    unsafe {
                        $kernel(
                            m, k, n, 1.0, a, rows.steps[0], inner.steps[0], b, inner.steps[1], columns.steps[1], factor, c,
                            rows.steps[2], columns.steps[2],
                        )
                    }
                }};
            }
            if single {
                kernel!(f32, matrixmultiply::sgemm);
            } else {
                kernel!(f64, matrixmultiply::dgemm);
            }
        });
        true
    }
}

impl<T: Clone + Zero + Mul<Output = T> + 'static> Sums<'_, T> {
    /// Sums of products, or of single elements, by plain loops.
    fn run<const TWO: bool>(&mut self) {
        let Sums { a, b, c, ref mut loops } = *self;
        let loops = &mut **loops;
        let near = |step: isize| step == 0 || step == 1;
        let worth = |l: &Loop| l.size.min(32) * if l.steps.into_iter().all(near) { 8 } else { 1 };
        let best = (0..loops.len()).max_by_key(|&at| worth(&loops[at]));
        let one = Loop { size: 1, steps: [0; 3], kind: Kind::Batch };
        let inner = best.map_or(one, |best| loops.remove(best));
        // What is not summed is written, so that it keeps the sign of a zero.
        let write = inner.kind != Kind::Summed && loops.iter().all(|l| l.kind != Kind::Summed);
        let Loop { size, steps, .. } = inner;
        each(loops, |[x, y, z], _| {
            // SAFETY: the loop within its count, at a place within the others: elements of an operand.
            let operand = |ptr: *const T, step| unsafe { Matrix::new(ptr, [1, size], [0, step]) };
            let (left, right) = (operand(a.wrapping_offset(x), steps[0]), operand(b.wrapping_offset(y), steps[1]));
            let to = c.wrapping_offset(z);
            // SAFETY: the loop within its count, at a place within the others, of which only one exists at a time.
            let mut to = unsafe { Spaced::new(to, if inner.kind == Kind::Summed { 1 } else { size }, steps[2]) };
            row::<T, TWO>(&left, &right, &mut to, &inner, write);
        });
    }
}

/// Elements at one distance.
///
/// Invariant: each of so many is there, and nothing else refers to them for `'a`.
struct Spaced<'a, T> {
    first: *mut T,
    len: usize,
    step: isize,
    elements: PhantomData<&'a mut [T]>,
}

impl<T> Spaced<'_, T> {
    /// # Safety
    /// So many elements are there, each a step further, and nothing else refers to them for as long as this lives.
    #[inline(always)]
    unsafe fn new(first: *mut T, len: usize, step: isize) -> Self {
        Spaced { first, len, step, elements: PhantomData }
    }

    #[inline(always)]
    fn at(&mut self, i: usize) -> &mut T {
        assert!(i < self.len, "one of the elements");
        // SAFETY: compared just above.
        unsafe { &mut *self.first.wrapping_offset(i as isize * self.step) }
    }

    /// All of them, if they lie next to each other.
    #[inline(always)]
    fn as_slice(&mut self) -> Option<&mut [T]> {
        // SAFETY: so many elements, each behind the other.
        (self.step == 1).then(|| unsafe { slice::from_raw_parts_mut(self.first, self.len) })
    }
}

/// The innermost loop.
#[inline]
fn row<T, const TWO: bool>(left: &Matrix<'_, T>, right: &Matrix<'_, T>, to: &mut Spaced<'_, T>, l: &Loop, write: bool)
where
    T: Clone + Zero + Mul<Output = T> + 'static,
{
    let [x, y, _] = l.steps;
    let product = |a: &T, b: &T| if TWO { a.clone() * b.clone() } else { a.clone() };
    let (a, b) = (left.row(0, 0..l.size), right.row(0, 0..l.size));
    let (first, first_right) = (left.get(0, 0), right.get(0, 0));
    if l.kind == Kind::Summed {
        let sum = match (a, b) {
            (Some(a), Some(b)) if TWO => long_dot(a, b).unwrap_or_else(|| dot(a, b, product)),
            (Some(a), Some(b)) => dot(a, b, product),
            (Some(a), None) if y == 0 => a.iter().fold(T::zero(), |sum, a| sum + product(a, first_right)),
            (None, Some(b)) if x == 0 => b.iter().fold(T::zero(), |sum, b| sum + product(first, b)),
            _ => (0..l.size).fold(T::zero(), |sum, i| sum + product(left.get(0, i), right.get(0, i))),
        };
        let c = to.at(0);
        *c = c.clone() + sum;
        return;
    }
    let put = |c: &mut T, item: T| *c = if write { item } else { c.clone() + item };
    if let (true, Some(to)) = (matches!((x, y), (0 | 1, 0 | 1)), to.as_slice()) {
        match (a, b) {
            (Some(a), Some(b)) => iter::zip(to, iter::zip(a, b)).for_each(|(c, (a, b))| put(c, product(a, b))),
            (Some(a), None) => iter::zip(to, a).for_each(|(c, a)| put(c, product(a, first_right))),
            (None, Some(b)) => iter::zip(to, b).for_each(|(c, b)| put(c, product(first, b))),
            (None, None) => to.iter_mut().for_each(|c| put(c, product(first, first_right))),
        }
        return;
    }
    for i in 0..l.size {
        put(to.at(i), product(left.get(0, i), right.get(0, i)));
    }
}

/// The sum of products of two slices, in eight sums side by side that the compiler keeps in registers.
#[inline(always)]
fn dot<T: Clone + Zero>(left: &[T], right: &[T], product: impl Fn(&T, &T) -> T) -> T {
    let (a, b) = (left.chunks_exact(8), right.chunks_exact(8));
    let rest = iter::zip(a.remainder(), b.remainder()).fold(T::zero(), |sum, (a, b)| sum + product(a, b));
    let mut sums: [T; 8] = core::array::from_fn(|_| T::zero());
    for (a, b) in iter::zip(a, b) {
        for i in 0..8 {
            sums[i] = sums[i].clone() + product(&a[i], &b[i]);
        }
    }
    sums.into_iter().fold(rest, |sum, part| sum + part)
}
