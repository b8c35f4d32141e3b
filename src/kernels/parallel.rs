//! More cores, with the feature `rayon`: parts of the work, each of which computes what it would if there were no others.
//!
//! Nothing is summed across parts, so results do not depend on how many there are, nor on the number of threads. Elements are floats, which
//! any thread may read and write; so no bound is asked of a caller.

use core::mem::MaybeUninit;
use core::ops::Range;

use super::types::Same;

/// Multiply-adds that are worth the start of other threads.
const WORTH: usize = 1 << 22;

/// Something that the parts share though the compiler cannot see that they may.
struct Shared<T>(T);

// SAFETY: the caller of [`split`] promises that parts may be worked on by other threads.
unsafe impl<T> Send for Shared<T> {}
// SAFETY: the caller of [`split`] promises that parts may be worked on at the same time.
unsafe impl<T> Sync for Shared<T> {}

impl<T> Shared<T> {
    fn get(&self) -> &T {
        &self.0
    }
    fn into_inner(self) -> T {
        self.0
    }
}

/// As [`split`], of places, of which each number of a range has `unit`: those of its range.
///
/// # Safety
/// As for [`split`]; elements may be written by any thread.
///
/// # Panics
/// If there are not as many places.
pub(crate) unsafe fn split_places<T>(
    places: &mut [MaybeUninit<T>],
    unit: usize,
    parts: usize,
    work: impl Fn(Range<usize>, &mut [MaybeUninit<T>]),
) {
    let count = places.len() / unit.max(1);
    assert!(places.len() == count * unit, "places of {unit} each");
    let (work, places) = (Shared(work), Shared(places));
    rayon::scope(|scope| {
        let (work, mut rest) = (&work, places.into_inner());
        for part in (0..parts).rev() {
            let range = count * part / parts..count * (part + 1) / parts;
            let (others, own) = rest.split_at_mut(range.start * unit);
            rest = others;
            if part == 0 {
                return work.get()(range, own);
            }
            let own = Shared(own);
            scope.spawn(move |_| work.get()(range, own.into_inner()));
        }
    });
}

/// Are elements floats, which any thread may read and write?
pub(crate) fn shares<T>() -> bool {
    Same::<T, f32>::new().is_some() || Same::<T, f64>::new().is_some()
}

/// Into how many parts of at least `least` to cut `count` that are `work` multiply-adds altogether: 1 if it does not pay.
pub(crate) fn parts(count: usize, least: usize, work: usize) -> usize {
    if work < WORTH {
        return 1;
    }
    // Where this is called from a thread of a pool, of that pool; parts of unequal speed are evened out by there being more of them.
    let threads = rayon::current_num_threads();
    if threads == 1 { 1 } else { (count / least.max(1)).clamp(1, 2 * threads) }
}

/// Runs `work` on `parts` ranges, which together are `0..count`, at the same time.
///
/// # Safety
/// `work` may be called on several threads at once, for ranges that have nothing in common, and what it refers to may be shared with them.
pub(crate) unsafe fn split(count: usize, parts: usize, step: usize, work: impl Fn(Range<usize>)) {
    let steps = count.div_ceil(step);
    let bound = |part: usize| (steps * part / parts * step).min(count);
    let work = Shared(work);
    rayon::scope(|scope| {
        let work = &work;
        for part in 1..parts {
            scope.spawn(move |_| work.get()(bound(part)..bound(part + 1)));
        }
        work.get()(bound(0)..bound(1));
    });
}
