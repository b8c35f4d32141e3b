//! Functions of elements of 16 bits, computed in `f32`, some at a time, in registers: of what lies in memory in one order. What does not is
//! computed element by element.

#[cfg(feature = "alloc")]
use core::array;
use core::mem::MaybeUninit;
#[cfg(feature = "alloc")]
use core::mem::needs_drop;
#[cfg(feature = "alloc")]
use core::slice;

use super::node::{FnMut1, FnMut2};
use super::sink::Change;
#[cfg(feature = "alloc")]
use crate::kernels::circle::{Cosine, Sine, Tangent};
#[cfg(feature = "alloc")]
use crate::kernels::float::as_places;
use crate::kernels::level::{Wide, in_widest, widest};
use crate::kernels::simd::{Real, Simd, Work};
#[cfg(feature = "alloc")]
use crate::kernels::simd_math::Logarithm;
use crate::kernels::sixteen::{self, BLOCK, is_half, narrow_some, widen_some};
#[cfg(feature = "alloc")]
use crate::storage::Buffer;
use crate::storage::Full;

/// A function of each element, to as many places.
struct EachTo<'a, T, F: FnMut1<T>> {
    x: &'a [T],
    f: &'a mut F,
    to: &'a mut [MaybeUninit<F::Output>],
}

impl<T: Clone, F: FnMut1<T>> Wide for EachTo<'_, T, F> {
    type Output = ();
    #[inline(always)]
    fn run<const FUSED: bool>(self) {
        let EachTo { x, f, to } = self;
        for (to, x) in to.iter_mut().zip(x) {
            to.write(f.call_in(FUSED, x.clone()));
        }
    }
}

/// A function of each element, to as many places, all of which are written.
#[inline(never)]
pub(super) fn each_to<T: Clone, F: FnMut1<T>>(x: &[T], f: &mut F, to: &mut [MaybeUninit<F::Output>]) {
    assert!(x.len() == to.len(), "a place for each element");
    widest(EachTo { x, f, to });
}

/// Replaces each element by a function that has a better way for many than a loop that the compiler makes vectors of; says whether it has.
#[cfg(feature = "alloc")]
#[inline(never)]
pub(super) fn in_place<T: Clone, F: FnMut1<T, Output = T>>(x: &mut [T], f: &mut F) -> bool {
    /// So many are copied at a time.
    const SOME: usize = 256;
    if const { F::KERNEL && !needs_drop::<T>() } {
        for x in x.chunks_mut(SOME) {
            let before: [T; SOME] = array::from_fn(|i| x[i.min(x.len() - 1)].clone());
            let _: Full<'_, T> = f.kernel(&before[..x.len()], as_places(x));
        }
        return true;
    }
    F::SINGLE && changed::<T, T>(x, &[], |[x, _], to, is_half| f.bits(x, to, is_half))
}

/// As [`each_to`], of a function that has a formula of fused multiply-adds.
#[cfg(feature = "alloc")]
pub(crate) fn fused<'a, T: Clone, F: FnMut1<T>>(
    x: &[T],
    f: &mut F,
    to: &'a mut [MaybeUninit<F::Output>],
) -> Full<'a, F::Output> {
    each_to(x, f, to);
    // SAFETY: it writes all places.
    unsafe { Full::new(to) }
}

in_widest! {
    /// A function of each element and of another, to as many places, all of which are written.
    pub(super) fn pairs_to<T: Clone, U: Clone, F: FnMut2<T, U>>(
        x: &[T],
        y: &[U],
        f: &mut F,
        to: &mut [MaybeUninit<<F as FnMut2<T, U>>::Output>],
    ) {
        assert!(x.len() == to.len() && y.len() == to.len(), "a place for each pair");
        for ((to, x), y) in to.iter_mut().zip(x).zip(y) {
            to.write(f.call(x.clone(), y.clone()));
        }
    }
}

/// What a kernel makes of each element, or where there is none for their type the function of it, to as many places, all of which are written.
#[cfg(feature = "alloc")]
macro_rules! by_kernels {
    ($($name:ident $($kernel:ident)::+ $(<$of:ident>)?;)*) => { $(
        pub(crate) fn $name<'a, T: Clone, F: FnMut1<T, Output = T>>(
            x: &[T],
            f: &mut F,
            to: &'a mut [MaybeUninit<T>],
        ) -> Full<'a, T> {
            by_kernel(crate::kernels::$($kernel)::+::<$($of,)? T>, x, f, to)
        }
    )* };
}
#[cfg(feature = "alloc")]
by_kernels! {
    exponentials exp::each;
    logarithms usual::each<Logarithm>;
    sines usual::each<Sine>;
    cosines usual::each<Cosine>;
    tangents usual::each<Tangent>;
}

/// By a kernel that says whether it has written the function of each element to as many places.
#[cfg(feature = "alloc")]
#[inline(always)]
fn by_kernel<'a, T: Clone, F: FnMut1<T, Output = T>>(
    kernel: fn(&[T], &mut [MaybeUninit<T>]) -> bool,
    x: &[T],
    f: &mut F,
    to: &'a mut [MaybeUninit<T>],
) -> Full<'a, T> {
    if !kernel(x, to) {
        each_to(x, f, to);
    }
    // SAFETY: kernels and `each_to` write all places.
    unsafe { Full::new(to) }
}

/// So many become `f32` at a time: registers hold them.
const SOME: usize = 64;

/// A function of `f32`, of floats of 16 bits.
struct Each<'a, F> {
    f: F,
    x: &'a [u16],
    to: &'a mut [MaybeUninit<u16>],
    is_half: bool,
}

/// A function of two.
struct Pairs<'a, F> {
    f: F,
    x: &'a [u16],
    y: &'a [u16],
    to: &'a mut [MaybeUninit<u16>],
    is_half: bool,
}

/// The first of `N`, and zeros behind them.
#[inline(always)]
fn padded<const N: usize>(x: &[u16]) -> [u16; N] {
    let mut all = [0; N];
    all[..x.len()].copy_from_slice(x);
    all
}

impl<F: FnMut1<f32, Output = f32>> Work<f32> for Each<'_, F> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd<Elem = f32>, const A: usize, const B: usize, const C: usize, const D: usize>(self, s: S) {
        let Each { mut f, x, to, is_half } = self;
        let (blocks, rest) = x.as_chunks::<SOME>();
        let (places, last) = to.as_chunks_mut::<SOME>();
        for (x, to) in blocks.iter().zip(places) {
            let mut numbers = widen_some(s, x, is_half);
            for x in &mut numbers {
                *x = f.call_in(S::FUSED, *x);
            }
            narrow_some(s, &numbers, to, is_half);
        }
        if !rest.is_empty() {
            let mut numbers = widen_some::<S, SOME>(s, &padded(rest), is_half);
            for x in &mut numbers[..rest.len()] {
                *x = f.call_in(S::FUSED, *x);
            }
            let mut made = [const { MaybeUninit::uninit() }; SOME];
            narrow_some(s, &numbers, &mut made, is_half);
            last.copy_from_slice(&made[..rest.len()]);
        }
    }
}

impl<F: FnMut2<f32, f32, Output = f32>> Work<f32> for Pairs<'_, F> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd<Elem = f32>, const A: usize, const B: usize, const C: usize, const D: usize>(self, s: S) {
        let Pairs { mut f, x, y, to, is_half } = self;
        let (blocks, rest) = x.as_chunks::<SOME>();
        let (others, other) = y.as_chunks::<SOME>();
        let (places, last) = to.as_chunks_mut::<SOME>();
        for ((x, y), to) in blocks.iter().zip(others).zip(places) {
            let (mut numbers, others) = (widen_some(s, x, is_half), widen_some(s, y, is_half));
            for (x, y) in numbers.iter_mut().zip(others) {
                *x = f.call(*x, y);
            }
            narrow_some(s, &numbers, to, is_half);
        }
        if !rest.is_empty() {
            let mut numbers = widen_some::<S, SOME>(s, &padded(rest), is_half);
            let others = widen_some::<S, SOME>(s, &padded(other), is_half);
            for (x, y) in numbers[..rest.len()].iter_mut().zip(others) {
                *x = f.call(*x, y);
            }
            let mut made = [const { MaybeUninit::uninit() }; SOME];
            narrow_some(s, &numbers, &mut made, is_half);
            last.copy_from_slice(&made[..rest.len()]);
        }
    }
}

/// A function of each float of 16 bits, to as many places, all of which are written.
#[inline(never)]
pub(crate) fn each<'a, F: FnMut1<f32, Output = f32>>(
    f: F,
    x: &[u16],
    to: &'a mut [MaybeUninit<u16>],
    is_half: bool,
) -> Full<'a, u16> {
    assert!(x.len() == to.len(), "a place for each element");
    // (Written out, so that each type has a loop of its own.)
    match is_half {
        true => f32::widest(Each { f, x, to: &mut *to, is_half: true }),
        false => f32::widest(Each { f, x, to: &mut *to, is_half: false }),
    }
    // SAFETY: written block by block, and what is left, of which there is as much as of elements.
    unsafe { Full::new(to) }
}

/// A function of each and of another, to as many places, all of which are written.
#[inline(never)]
pub(crate) fn pairs<'a, F: FnMut2<f32, f32, Output = f32>>(
    f: F,
    [x, y]: [&[u16]; 2],
    to: &'a mut [MaybeUninit<u16>],
    is_half: bool,
) -> Full<'a, u16> {
    assert!(x.len() == to.len() && y.len() == to.len(), "a place for each pair");
    match is_half {
        true => f32::widest(Pairs { f, x, y, to: &mut *to, is_half: true }),
        false => f32::widest(Pairs { f, x, y, to: &mut *to, is_half: false }),
    }
    // SAFETY: as in `each`.
    unsafe { Full::new(to) }
}

/// Are two types one of the known ones of 16 bits, and is that `f16`?
#[inline(always)]
fn one<T, U>() -> Option<bool> {
    is_half::<T>().filter(|is| is_half::<U>() == Some(*is))
}

/// What writes the bits of results to their places.
#[cfg(feature = "alloc")]
#[inline(always)]
fn filled<'a, U>(
    to: &'a mut [MaybeUninit<U>],
    write: impl for<'b> FnOnce(&'b mut [MaybeUninit<u16>]) -> Full<'b, u16>,
) -> Full<'a, U> {
    let bits = sixteen::places(to);
    let (start, len) = (bits.as_ptr().cast(), bits.len());
    write(bits).are(start, len);
    // SAFETY: the bits of all of them are written.
    unsafe { Full::new(to) }
}

/// Are elements floats of 16 bits of a known type, and so the results, of which the function is known as one of `f32`? And is that type `f16`?
#[cfg(feature = "alloc")]
#[inline(always)]
pub(super) fn takes<T, F: FnMut1<T>>() -> Option<bool> {
    one::<T, F::Output>().filter(|_| F::SINGLE)
}

/// As [`takes`], of a function of two.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(super) fn takes_two<T, U, F: FnMut2<T, U>>() -> Option<bool> {
    one::<T, F::Output>().filter(|_| F::SINGLE && one::<T, U>().is_some())
}

/// A function of each element, if these are floats of 16 bits of a known type, and so are the results.
#[cfg(feature = "alloc")]
#[inline(never)]
pub(super) fn unary<T, F: FnMut1<T>>(x: &[T], f: &mut F) -> Option<Buffer<F::Output>> {
    let is_half = takes::<T, F>()?;
    Some(Buffer::written_by(x.len(), |to| filled(to, |to| f.bits(sixteen::bits(x), to, is_half))))
}

/// As [`unary`], to as many places: says whether they are such, and written.
#[cfg(feature = "alloc")]
#[inline(never)]
pub(super) fn unary_to<T, F: FnMut1<T>>(x: &[T], f: &mut F, to: &mut [MaybeUninit<F::Output>]) -> bool {
    let Some(is_half) = takes::<T, F>() else { return false };
    filled(to, |to| f.bits(sixteen::bits(x), to, is_half));
    true
}

/// A function of each pair of elements, as [`unary`].
///
/// # Panics
/// If there are not as many on both sides.
#[cfg(feature = "alloc")]
#[inline(never)]
pub(super) fn binary<T, U, F: FnMut2<T, U>>(x: &[T], y: &[U], f: &mut F) -> Option<Buffer<F::Output>> {
    let is_half = takes_two::<T, U, F>()?;
    let both = [sixteen::bits(x), sixteen::bits(y)];
    Some(Buffer::written_by(x.len(), |to| filled(to, |to| f.bits(both, to, is_half))))
}

/// As [`binary`], to as many places: says whether they are such, and written.
#[cfg(feature = "alloc")]
#[inline(never)]
pub(super) fn binary_to<T, U, F: FnMut2<T, U>>(x: &[T], y: &[U], f: &mut F, to: &mut [MaybeUninit<F::Output>]) -> bool {
    let Some(is_half) = takes_two::<T, U, F>() else { return false };
    filled(to, |to| f.bits([sixteen::bits(x), sixteen::bits(y)], to, is_half));
    true
}

/// A function of each element and one value, as [`unary`].
#[cfg(feature = "alloc")]
#[inline(never)]
pub(super) fn with_value<T, F: FnMut2<T, T>>(x: &[T], value: &T, f: &mut F) -> Option<Buffer<F::Output>> {
    let is_half = takes_two::<T, T, F>()?;
    let values = [sixteen::bits(slice::from_ref(value))[0]; BLOCK];
    Some(Buffer::written_by(x.len(), |to| {
        Full::by_parts(to, BLOCK, |i, to| {
            let x = &x[i * BLOCK..][..to.len()];
            filled(to, |to| f.bits([sixteen::bits(x), &values[..x.len()]], to, is_half))
        })
    }))
}

/// Changes elements of a known type by a function of theirs and of those at the same place of `y`, or of one value, or none; says whether they are.
///
/// # Panics
/// If there are not as many on both sides, or one or none.
fn changed<T, U>(
    x: &mut [T],
    y: &[U],
    mut f: impl for<'a> FnMut([&[u16]; 2], &'a mut [MaybeUninit<u16>], bool) -> Full<'a, u16>,
) -> bool {
    let Some(is_half) = one::<T, U>() else { return false };
    assert!(y.len() == x.len() || y.len() <= 1, "pairs of elements, one value, or none");
    let y = sixteen::bits(y);
    let (mut before, value) = ([0; BLOCK], [y.first().copied().unwrap_or(0); BLOCK]);
    for (i, x) in x.chunks_mut(BLOCK).enumerate() {
        let before = &mut before[..x.len()];
        before.copy_from_slice(sixteen::bits(x));
        let y = if y.len() <= 1 { &value[..x.len()] } else { &y[i * BLOCK..][..x.len()] };
        let _: Full<'_, u16> = f([before, y], sixteen::bits_mut(x), is_half);
    }
    true
}

/// Changes elements by a function of each and of another, if these are floats of 16 bits of a known type; says whether they are.
#[cfg(feature = "alloc")]
#[inline(never)]
pub(super) fn binary_into<T, F: FnMut2<T, T, Output = T>>(x: &mut [T], y: &[T], f: &mut F) -> bool {
    F::SINGLE && x.len() == y.len() && changed(x, y, |both, to, is_half| f.bits(both, to, is_half))
}

/// As [`binary_into`], of one value.
#[cfg(feature = "alloc")]
#[inline(never)]
pub(super) fn with_value_into<T, F: FnMut2<T, T, Output = T>>(x: &mut [T], value: &T, f: &mut F) -> bool {
    F::SINGLE && changed(x, slice::from_ref(value), |both, to, is_half| f.bits(both, to, is_half))
}

/// As [`binary_into`], of a function that changes elements.
#[inline(never)]
pub(super) fn change<T, U, F: Change<T, U>>(x: &mut [T], y: &[U], f: &mut F) -> bool {
    F::SINGLE && x.len() == y.len() && changed(x, y, |both, to, is_half| f.bits(both, to, is_half))
}
