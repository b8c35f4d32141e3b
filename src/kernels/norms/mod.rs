//! Softmax and normalisations: all rows in one call, each worked on while it is in the cache.
//!
//! Each is written once, for vectors of any width ([`Simd`]): for `f32` and `f64` in those that the CPU has, compiled with this crate, and for
//! every other float one element at a time.

mod about;
mod along;
mod normal;
mod passes;

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use num_traits::Float;

use crate::kernels::float::{Same, for_floats};
#[cfg(feature = "rayon")]
use crate::kernels::parallel;
use crate::kernels::rows::{LANES, Rows};
use crate::kernels::simd::{One, Real, Simd, Work};
use crate::storage::{Buffer, Full};
use along::Kernel;
pub(crate) use along::{LogSoftmax, OverNorm, Softmax};
use passes::FromTo;

/// [`Kernel`]s, as values.
#[derive(Clone, Copy)]
enum KernelName {
    Softmax,
    LogSoftmax,
    OverNorm,
}

/// What is done along an axis, to any float.
pub(crate) trait AlongAxis<T: Float>: Kernel<One<T>> {
    #[doc(hidden)]
    const VALUE: Value;
}
/// Which it is.
#[derive(Clone, Copy)]
pub(crate) struct Value(KernelName);

macro_rules! values {
    ($($name:ident)*) => { $(
        impl<T: Float> AlongAxis<T> for $name {
            const VALUE: Value = Value(KernelName::$name);
        }
    )* };
}
values! { Softmax LogSoftmax OverNorm }

/// What is done to rows by their mean and by the deviation from it.
#[derive(Clone, Copy)]
pub(crate) struct Normal<'a, T> {
    /// Is the mean subtracted? If not, it counts as 0.
    pub centred: bool,
    pub eps: T,
    pub affine: Affine<'a, T>,
}

/// The same affine function of all elements of a channel: less the mean, times the scale, plus the bias.
#[derive(Clone, Copy)]
pub(crate) struct PerChannel<'a, T> {
    pub mean: &'a [T],
    pub scale: &'a [T],
    pub bias: &'a [T],
}

/// What comes after the division by a standard deviation.
#[derive(Clone, Copy)]
pub(crate) enum Affine<'a, T> {
    Nothing,
    /// A factor for each element of a row.
    Weight(&'a [T]),
    /// And a term.
    WeightAndBias(&'a [T], &'a [T]),
    /// Factors and terms for so many elements each, row after row, and again from the start when all were used.
    Channels(&'a [T], &'a [T], usize),
}

impl<T> Affine<'_, T> {
    /// Is there what rows of `n` elements need?
    fn fits(&self, n: usize) -> bool {
        match *self {
            Affine::Nothing => true,
            Affine::Weight(weight) => weight.len() == n,
            Affine::WeightAndBias(weight, bias) => weight.len() == n && bias.len() == n,
            Affine::Channels(weight, bias, inner) => {
                let channels = n.checked_div(inner).unwrap_or(0);
                channels > 0
                    && n.is_multiple_of(inner)
                    && weight.len() == bias.len()
                    && weight.len().is_multiple_of(channels)
                    && !weight.is_empty()
            }
        }
    }
}

impl<T> Affine<'_, T> {
    /// After how many elements, of rows of `n`, it starts again.
    fn repeats(&self, n: usize) -> usize {
        match *self {
            // Whole rows, and all channels.
            Affine::Channels(weight, _, inner) => weight.len().saturating_mul(inner),
            _ => n,
        }
    }
}

/// Where elements are, and where the results go.
pub(crate) enum NewOrOwn<'a, T> {
    /// From there to new memory.
    New(&'a [T]),
    /// In their own memory.
    Own(Buffer<T>),
}

impl<T: Copy> NewOrOwn<'_, T> {
    pub(crate) fn elements(&self) -> &[T] {
        match self {
            NewOrOwn::New(x) => x,
            NewOrOwn::Own(x) => x.as_slice(),
        }
    }

    fn len(&self) -> usize {
        self.elements().len()
    }

    /// Are the elements whole blocks of so many times so many?
    fn is_made_of(&self, [n, inner]: [usize; 2]) -> bool {
        self.len() == 0 || n.checked_mul(inner).is_some_and(|block| self.len().checked_rem(block) == Some(0))
    }

    /// The results of `work`.
    ///
    /// # Safety
    /// It writes all of them.
    unsafe fn fill(self, work: impl FnOnce(FromTo<'_, T>)) -> Buffer<T> {
        match self {
            NewOrOwn::New(x) => {
                // SAFETY: the caller promises that the results are written.
                unsafe { filled(x.len(), |to| work(FromTo::new(x, to))) }
            }
            NewOrOwn::Own(mut buffer) => {
                work(FromTo::own(buffer.as_mut_slice()));
                buffer
            }
        }
    }
}

/// So many results in new memory.
///
/// # Safety
/// `work` writes all of them.
pub(in crate::kernels) unsafe fn filled<T>(len: usize, work: impl FnOnce(&mut [MaybeUninit<T>])) -> Buffer<T> {
    Buffer::written_by(len, |to| {
        work(to);
        // SAFETY: the caller promises that all were written.
        unsafe { Full::new(to) }
    })
}

/// The lanes of a sum of elements that there are no vectors of.
const SUMS: usize = 32;

/// Does the same along an axis of size `n`, everywhere in a row-major block: its elements are `inner` apart.
///
/// # Panics
/// If it is not made of such blocks.
pub(crate) fn along<T: Float, K: AlongAxis<T>>(kernel: K, x: NewOrOwn<'_, T>, n: usize, inner: usize) -> Buffer<T> {
    assert!(x.is_made_of([n, inner]), "blocks of {n} times {inner} elements");
    // SAFETY: the kernel goes through all of each block, and the blocks are all elements.
    unsafe { x.fill(|x| along_places(kernel, x, n, inner)) }
}

fn along_places<T: Float, K: AlongAxis<T>>(kernel: K, x: FromTo<'_, T>, n: usize, inner: usize) {
    in_parts(x, n.saturating_mul(inner), |x| {
        for_floats!(T, |same| NormLoops::along(K::VALUE.0, x.same(same), n, inner), else {
            along::all::<_, _, SUMS>(One(PhantomData), kernel, &mut { x }, n, inner)
        });
    });
}

/// Does the work if there are elements: with the feature `rayon` on several threads, if there are many, whole blocks of so many on each.
#[inline]
fn in_parts<T: Copy>(x: FromTo<'_, T>, block: usize, work: impl Fn(FromTo<'_, T>)) {
    #[cfg(feature = "rayon")]
    if x.len() > 0 && parallel::shares::<T>() {
        let (blocks, all) = (x.len() / block.max(1), x.len());
        let parts = parallel::parts(blocks, 1, all.saturating_mul(WORK));
        if parts > 1 {
            let part = |range: core::ops::Range<usize>| {
                let end = if range.end == blocks { all } else { range.end * block };
                // SAFETY: the ranges have nothing in common, and so neither have their blocks.
                work(unsafe { x.apart(range.start * block, end - range.start * block) });
            };
            // SAFETY: floats are read and written by any thread, and the work, which is this module's, refers to nothing but such.
            unsafe { parallel::split(blocks, parts, 1, part) };
            return;
        }
    }
    let _ = block;
    if x.len() > 0 {
        work(x);
    }
}

/// What is done to an element is about so many multiply-adds.
#[cfg(feature = "rayon")]
const WORK: usize = 16;

/// The softmax of a row, in place.
pub(crate) fn softmax<T: Float>(row: &mut [T]) {
    let n = row.len();
    along_places(Softmax, FromTo::own(row), n, 1);
}

/// Does the same to all rows of `n` elements.
///
/// # Panics
/// If there are no such rows, or what comes after does not fit them.
pub(crate) fn normal<T: Float>(work: Normal<'_, T>, x: NewOrOwn<'_, T>, n: usize) -> Buffer<T> {
    assert!(x.is_made_of([n, 1]) && (x.len() == 0 || work.affine.fits(n)), "rows of {n} elements, and what fits them");
    let run = |x: FromTo<'_, T>| {
        in_parts(x, work.affine.repeats(n), |x| {
            for_floats!(T, |same| NormLoops::normal(&work.same(same), x.same(same), n), else {
                normal::normal_rows::<_, SUMS>(One(PhantomData), &work, &mut { x }, n)
            });
        });
    };
    // SAFETY: the last pass goes through all of each row, and the rows are all elements.
    unsafe { x.fill(run) }
}

/// Channel after channel of `inner` elements, and again from the first when all had their turn.
///
/// # Panics
/// If the elements are no such channels.
pub(crate) fn channels<T: Float>(by: PerChannel<'_, T>, x: NewOrOwn<'_, T>, inner: usize) -> Buffer<T> {
    let channels = by.mean.len();
    let fits = by.scale.len() == channels && by.bias.len() == channels;
    assert!(fits && x.is_made_of([channels, inner]), "channels of {inner} elements");
    let run = |x: FromTo<'_, T>| {
        in_parts(x, channels.saturating_mul(inner), |x| {
            for_floats!(T, |same| NormLoops::channels(&by.same(same), x.same(same), inner), else {
                normal::channels(One(PhantomData), &by, &mut { x }, inner)
            });
        });
    };
    // SAFETY: the pass goes through all of each channel, and the channels are all elements.
    unsafe { x.fill(run) }
}

/// The largest element that is a number, or minus infinity, and the sum of the exponentials of what is left without it.
pub(crate) fn peak_and_sum<T: Float>(row: &[T]) -> (T, T) {
    for_floats!(T, |same| {
        let (peak, sum) = NormLoops::peak_and_sum(same.slice(row));
        (same.back(peak), same.back(sum))
    }, else along::peak_and_sum::<_, SUMS>(One(PhantomData), row))
}

/// The sum of how far the elements are above one of them.
pub(crate) fn rises<T: Float>(row: &[T], above: T) -> T {
    for_floats!(T, |same| same.back(NormLoops::rises(same.slice(row), same.value(&above))), else normal::rises::<_, SUMS>(One(PhantomData), row, above))
}

/// A reduction of rows that needs another one first.
#[derive(Clone, Copy)]
pub(crate) enum About {
    /// The sum of squares about the mean.
    Squares,
    /// The logarithm of the sum of exponentials.
    LogSum,
}

/// Rows of `n` elements reduced, each in one go while it is in the cache; if there are loops for this.
pub(crate) fn about<T>(work: About, x: &[T], n: usize) -> Option<Buffer<T>> {
    if n < LANES || !x.len().is_multiple_of(n) {
        return None;
    }
    for_floats!(T, |same| {
        // SAFETY: one result is written for each of the rows.
        Some(unsafe { filled(x.len() / n, |to| NormLoops::about(work, Rows::of(same.slice(x), n), same.places(to))) })
    }, else None)
}

impl<'a, T> Normal<'a, T> {
    fn same<R: Copy + 'static>(&self, same: Same<T, R>) -> Normal<'a, R> {
        let affine = match self.affine {
            Affine::Nothing => Affine::Nothing,
            Affine::Weight(weight) => Affine::Weight(same.slice(weight)),
            Affine::WeightAndBias(weight, bias) => Affine::WeightAndBias(same.slice(weight), same.slice(bias)),
            Affine::Channels(weight, bias, inner) => Affine::Channels(same.slice(weight), same.slice(bias), inner),
        };
        Normal { centred: self.centred, eps: same.value(&self.eps), affine }
    }
}

impl<'a, T> PerChannel<'a, T> {
    fn same<R: Copy + 'static>(&self, same: Same<T, R>) -> PerChannel<'a, R> {
        PerChannel { mean: same.slice(self.mean), scale: same.slice(self.scale), bias: same.slice(self.bias) }
    }
}

/// The kernels for one type of elements, compiled with this crate.
trait NormLoops: Real {
    fn along(work: KernelName, x: FromTo<'_, Self>, n: usize, inner: usize);
    fn normal(work: &Normal<'_, Self>, x: FromTo<'_, Self>, n: usize);
    fn channels(by: &PerChannel<'_, Self>, x: FromTo<'_, Self>, inner: usize);
    fn about(work: About, x: Rows<'_, Self>, to: &mut [MaybeUninit<Self>]);
    fn peak_and_sum(row: &[Self]) -> (Self, Self);
    fn rises(row: &[Self], above: Self) -> Self;
}

macro_rules! loops {
    ($($t:ident)*) => { $(
        impl NormLoops for $t {
            #[inline(never)]
            fn along(work: KernelName, x: FromTo<'_, $t>, n: usize, inner: usize) {
                $t::widest(AllAlong(work, x, n, inner));
            }
            #[inline(never)]
            fn normal(work: &Normal<'_, $t>, x: FromTo<'_, $t>, n: usize) {
                $t::widest(NormalRows(work, x, n));
            }
            #[inline(never)]
            fn channels(by: &PerChannel<'_, $t>, x: FromTo<'_, $t>, inner: usize) {
                $t::widest(Channels(by, x, inner));
            }
            #[inline(never)]
            fn about(work: About, x: Rows<'_, $t>, to: &mut [MaybeUninit<$t>]) {
                $t::widest(AboutRows(work, x, to));
            }
            #[inline(never)]
            fn peak_and_sum(row: &[$t]) -> ($t, $t) {
                $t::widest(PeakAndSum(row))
            }
            #[inline(never)]
            fn rises(row: &[$t], above: $t) -> $t {
                $t::widest(Rises(row, above))
            }
        }
    )* };
}
loops! { f32 f64 }

/// The work of a kernel: what it is made of, and the call, given the numbers of vectors.
macro_rules! works {
    ($($name:ident<$a:lifetime, $t:ident>($($x:ident: $type:ty),*) -> $out:ty, |$s:ident, $row:ident, $held:ident, $sums:ident, $twice:ident| $run:expr;)*) => { $(
        struct $name<$a, $t>($($type),*);
        impl<$a, $t: Real> Work<$t> for $name<$a, $t> {
            type Output = $out;
            #[inline(always)]
            fn run<S: Simd<Elem = $t>, const $row: usize, const $held: usize, const $sums: usize, const $twice: usize>(
                self,
                $s: S,
            ) -> $out {
                let $name($($x),*) = self;
                $run
            }
        }
    )* };
}
works! {
    AllAlong<'a, T>(work: KernelName, x: FromTo<'a, T>, n: usize, inner: usize) -> (), |s, ROW, HELD, SUMS, TWICE| {
        let mut x = x;
        match work {
            KernelName::Softmax => along::all::<S, _, SUMS>(s, Softmax, &mut x, n, inner),
            KernelName::LogSoftmax => along::all::<S, _, SUMS>(s, LogSoftmax, &mut x, n, inner),
            KernelName::OverNorm => along::all::<S, _, SUMS>(s, OverNorm, &mut x, n, inner),
        }
    };
    NormalRows<'a, T>(work: &'a Normal<'a, T>, x: FromTo<'a, T>, n: usize) -> (), |s, ROW, HELD, SUMS, TWICE| {
        normal::normal_rows::<S, TWICE>(s, work, &mut { x }, n)
    };
    Channels<'a, T>(by: &'a PerChannel<'a, T>, x: FromTo<'a, T>, inner: usize) -> (), |s, ROW, HELD, SUMS, TWICE| {
        normal::channels(s, by, &mut { x }, inner)
    };
    AboutRows<'a, T>(work: About, x: Rows<'a, T>, to: &'a mut [MaybeUninit<T>]) -> (), |s, ROW, HELD, SUMS, TWICE| {
        about::about::<S, ROW, HELD>(s, work, x, to)
    };
    PeakAndSum<'a, T>(row: &'a [T]) -> (T, T), |s, ROW, HELD, SUMS, TWICE| along::peak_and_sum::<S, SUMS>(s, row);
    Rises<'a, T>(row: &'a [T], above: T) -> T, |s, ROW, HELD, SUMS, TWICE| normal::rises::<S, SUMS>(s, row, above);
}
