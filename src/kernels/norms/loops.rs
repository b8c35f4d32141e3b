//! The loops for `f32` and `f64`, compiled with this crate for each width of vectors.

use core::arch::x86_64::{__m128, __m128d};
#[cfg(feature = "std")]
use core::arch::x86_64::{__m256, __m256d, __m512, __m512d};

use super::about::{log_sums, squares};
use super::kernels::{all_along, peak_and_sum as of_row};
use super::normal::{channels as of_channels, normal_rows};
use super::{About, Along, Normal, PerChannel, Place};
#[cfg(feature = "std")]
use crate::kernels::level::{Level, level};
use crate::kernels::rows::LANES;
use crate::kernels::rows::fold::{Real, for_floats};
use crate::storage::Buffer;

/// Elements, room for results, which may be the same place, and how many rows or blocks there are.
#[derive(Clone, Copy)]
struct Places<T> {
    from: *const T,
    to: *mut T,
    count: usize,
}

/// A float that has loops.
trait Loops: Real {
    /// # Safety
    /// There are so many blocks of `len * inner` elements.
    unsafe fn along(work: Along<Self>, places: Places<Self>, len: usize, inner: usize);
    /// # Safety
    /// There are so many rows of `len` elements, which the work fits.
    unsafe fn normal(work: &Normal<'_, Self>, places: Places<Self>, len: usize);
    /// # Safety
    /// There are so many channels of `inner` elements, and as many of each parameter, at least one.
    unsafe fn channels(by: &PerChannel<'_, Self>, places: Places<Self>, inner: usize);
    /// # Safety
    /// There are so many rows of `len` elements, at least [`LANES`], and room for as many results.
    unsafe fn about(work: About<Self>, places: Places<Self>, len: usize);
    fn peak_and_sum(row: &[Self]) -> (Self, Self);
}

/// A function for each width, and one that runs the widest. The lanes of a sum take 128 bytes, or 256, whatever the width.
macro_rules! widths {
    ($wide:ident $half:ident $base:ident; unsafe fn $name:ident($($arg:ident: $t:ty),*) $(-> $out:ty)? = $body:ident[$($n:literal)*] [$($m:literal)*] [$($k:literal)*]($($pass:expr),*);) => {
        #[inline(never)]
        unsafe fn $name($($arg: $t),*) $(-> $out)? {
            #[cfg(feature = "std")]
            {
                #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi1,bmi2")]
                unsafe fn avx512($($arg: $t),*) $(-> $out)? {
                    // SAFETY: passed on from the caller.
                    unsafe { $body::<$wide $(, $n)*>($($pass),*) }
                }
                #[target_feature(enable = "avx2,fma,bmi1,bmi2")]
                unsafe fn avx2($($arg: $t),*) $(-> $out)? {
                    // SAFETY: passed on from the caller.
                    unsafe { $body::<$half $(, $m)*>($($pass),*) }
                }
                match level() {
                    // SAFETY: the CPU has the features; the rest is passed on from the caller.
                    Level::Avx512 => return unsafe { avx512($($arg),*) },
                    // SAFETY: as above.
                    Level::Avx2 => return unsafe { avx2($($arg),*) },
                    Level::Baseline => {}
                }
            }
            // SAFETY: passed on from the caller.
            unsafe { $body::<$base $(, $k)*>($($pass),*) }
        }
    };
}

macro_rules! loops {
    ($($t:ident $wide:ident $half:ident $base:ident, $n:tt $m:tt $k:tt;)*) => { $(
        impl Loops for $t {
            unsafe fn along(work: Along<$t>, places: Places<$t>, len: usize, inner: usize) {
                widths! { $wide $half $base;
                    unsafe fn run(work: Along<$t>, places: Places<$t>, len: usize, inner: usize)
                        = all_along[2] [4] [8](work, places.from, places.to, places.count, len, inner);
                }
                // SAFETY: passed on from the caller.
                unsafe { run(work, places, len, inner) }
            }
            unsafe fn normal(work: &Normal<'_, $t>, places: Places<$t>, len: usize) {
                widths! { $wide $half $base;
                    unsafe fn run(work: &Normal<'_, $t>, places: Places<$t>, len: usize)
                        = normal_rows[4] [8] [16](work, places.from, places.to, places.count, len);
                }
                // SAFETY: passed on from the caller.
                unsafe { run(work, places, len) }
            }
            unsafe fn channels(by: &PerChannel<'_, $t>, places: Places<$t>, inner: usize) {
                widths! { $wide $half $base;
                    unsafe fn run(by: &PerChannel<'_, $t>, places: Places<$t>, inner: usize)
                        = of_channels[] [] [](by, places.from, places.to, places.count, inner);
                }
                // SAFETY: passed on from the caller.
                unsafe { run(by, places, inner) }
            }
            unsafe fn about(work: About<$t>, places: Places<$t>, len: usize) {
                widths! { $wide $half $base;
                    unsafe fn of_squares(places: Places<$t>, len: usize)
                        = squares $n $m $k(places.from, places.to, places.count, len);
                }
                widths! { $wide $half $base;
                    unsafe fn of_logs(ln: fn($t) -> $t, places: Places<$t>, len: usize)
                        = log_sums $n $m $k(ln, places.from, places.to, places.count, len);
                }
                match work {
                    // SAFETY: passed on from the caller.
                    About::Squares => unsafe { of_squares(places, len) },
                    // SAFETY: as above.
                    About::LogSum(ln) => unsafe { of_logs(ln, places, len) },
                }
            }
            fn peak_and_sum(row: &[$t]) -> ($t, $t) {
                widths! { $wide $half $base;
                    unsafe fn run(row: &[$t]) -> ($t, $t) = of_row[2] [4] [8](row.as_ptr(), row.len());
                }
                // SAFETY: the elements are a slice.
                unsafe { run(row) }
            }
        }
    )* };
}
loops! {
    f32 __m512 __m256 __m128, [1 4] [2 8] [4 8];
    f64 __m512d __m256d __m128d, [2 8] [4 8] [8 8];
}

/// Runs `work` from the elements to where the results go, which are as many.
///
/// # Safety
/// `work` writes as many elements as it is told there are, where it is told.
unsafe fn fill<T, R: Loops>(x: Place<'_, T>, work: impl FnOnce(*const R, *mut R)) -> Buffer<T> {
    match x {
        Place::New(x) => {
            let mut buffer = Buffer::<T>::with_capacity(x.len());
            work(x.as_ptr().cast(), buffer.as_mut_ptr().cast());
            // SAFETY: all of them are written.
            unsafe { buffer.set_len(x.len()) };
            buffer
        }
        Place::Own(mut buffer) => {
            let to = buffer.as_mut_ptr();
            work(to.cast_const().cast(), to.cast());
            buffer
        }
    }
}

impl<T> Place<'_, T> {
    fn len(&self) -> usize {
        match self {
            Place::New(x) => x.len(),
            Place::Own(x) => x.as_slice().len(),
        }
    }
}

pub(crate) fn along<'a, T>(work: Along<T>, x: Place<'a, T>, n: usize, inner: usize) -> Result<Buffer<T>, Place<'a, T>> {
    let Some(block @ 1..) = n.checked_mul(inner) else { return Err(x) };
    if !x.len().is_multiple_of(block) {
        return Err(x);
    }
    let count = x.len() / block;
    for_floats!(T, R => {
        // SAFETY: the type was compared.
        let work = unsafe { core::mem::transmute_copy::<Along<T>, Along<R>>(&work) };
        // SAFETY: so many blocks, which are all elements.
        let run = |from, to| unsafe { R::along(work, Places { from, to, count }, n, inner) };
        // SAFETY: just so.
        Ok(unsafe { fill(x, run) })
    }, else Err(x))
}

pub(super) fn softmax<T>(row: &mut [T]) -> bool {
    if row.is_empty() {
        return false;
    }
    let len = row.len();
    for_floats!(T, R => {
        let to = row.as_mut_ptr().cast::<R>();
        let places = Places { from: to.cast_const(), to, count: 1 };
        // SAFETY: one row; the type was compared.
        unsafe { R::along(Along::Softmax, places, len, 1) };
        true
    }, else false)
}

pub(super) fn normal<'a, T>(work: Normal<'_, T>, x: Place<'a, T>, n: usize) -> Result<Buffer<T>, Place<'a, T>> {
    if n == 0 || !x.len().is_multiple_of(n) || !work.affine.fits(n) {
        return Err(x);
    }
    let count = x.len() / n;
    for_floats!(T, R => {
        // SAFETY: the type was compared.
        let work = unsafe { &*core::ptr::from_ref(&work).cast::<Normal<'_, R>>() };
        // SAFETY: so many rows, which are all elements; what comes after fits them.
        let run = |from, to| unsafe { R::normal(work, Places { from, to, count }, n) };
        // SAFETY: just so.
        Ok(unsafe { fill(x, run) })
    }, else Err(x))
}

pub(super) fn channels<'a, T>(by: PerChannel<'_, T>, x: Place<'a, T>, inner: usize) -> Result<Buffer<T>, Place<'a, T>> {
    let channels = by.mean.len();
    let fits = by.scale.len() == channels && by.bias.len() == channels;
    let Some(all @ 1..) = channels.checked_mul(inner) else { return Err(x) };
    if !fits || !x.len().is_multiple_of(all) {
        return Err(x);
    }
    let count = x.len() / inner;
    for_floats!(T, R => {
        // SAFETY: the type was compared.
        let by = unsafe { &*core::ptr::from_ref(&by).cast::<PerChannel<'_, R>>() };
        // SAFETY: so many channels, which are all elements.
        let run = |from, to| unsafe { R::channels(by, Places { from, to, count }, inner) };
        // SAFETY: just so.
        Ok(unsafe { fill(x, run) })
    }, else Err(x))
}

pub(super) fn peak_and_sum<T>(row: &[T]) -> Option<(T, T)> {
    for_floats!(T, R => {
        // SAFETY: the type was compared.
        let row = unsafe { &*(core::ptr::from_ref(row) as *const [R]) };
        let both = R::peak_and_sum(row);
        // SAFETY: as above.
        Some(unsafe { core::mem::transmute_copy::<(R, R), (T, T)>(&both) })
    }, else None)
}

pub(super) fn about<T>(work: About<T>, x: &[T], n: usize) -> Option<Buffer<T>> {
    if n < LANES || !x.len().is_multiple_of(n) {
        return None;
    }
    let count = x.len() / n;
    for_floats!(T, R => {
        // SAFETY: the type was compared.
        let work = unsafe { core::mem::transmute_copy::<About<T>, About<R>>(&work) };
        let mut buffer = Buffer::<T>::with_capacity(count);
        let places = Places { from: x.as_ptr().cast::<R>(), to: buffer.as_mut_ptr().cast::<R>(), count };
        // SAFETY: so many rows, which are all elements, and room for as many results.
        unsafe { R::about(work, places, n) };
        // SAFETY: all of them are written.
        unsafe { buffer.set_len(count) };
        Some(buffer)
    }, else None)
}
