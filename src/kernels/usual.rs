//! Functions that have a faster way for usual numbers: of some elements at a time it is asked whether all are such.

#[cfg(feature = "alloc")]
use core::mem::MaybeUninit;

#[cfg(feature = "alloc")]
use super::float::for_floats;
#[cfg(feature = "alloc")]
use super::level::in_widest;

/// A function of one number.
pub(crate) trait Usual<T> {
    /// Is there a faster way for the number?
    fn is_usual(x: T) -> bool;
    /// That of such a number.
    fn usual<const FUSED: bool>(x: T) -> T;
    /// That of any number.
    fn any<const FUSED: bool>(x: T) -> T;
}

/// Of so many elements at a time it is asked.
#[cfg(feature = "alloc")]
const SOME: usize = 64;

#[cfg(feature = "alloc")]
in_widest! {
    fn all_of<T: Copy, F: Usual<T>>(x: &[T], to: &mut [MaybeUninit<T>]) {
        for (x, to) in x.chunks(SOME).zip(to.chunks_mut(SOME)) {
            let mut usual = true;
            for &x in x {
                usual &= F::is_usual(x);
            }
            if usual {
                for (to, &x) in to.iter_mut().zip(x) {
                    to.write(F::usual::<FUSED>(x));
                }
            } else {
                for (to, &x) in to.iter_mut().zip(x) {
                    to.write(F::any::<FUSED>(x));
                }
            }
        }
    }
}

/// Writes the function of each element, by fused multiply-adds where the CPU has them, to as many places, if they are floats that it is for; says whether they are.
///
/// # Panics
/// If there are not as many places.
#[cfg(feature = "alloc")]
pub(crate) fn each<F: Usual<f32> + Usual<f64>, T>(x: &[T], to: &mut [MaybeUninit<T>]) -> bool {
    assert!(x.len() == to.len(), "a place for each element");
    for_floats!(T, |same| all_of::<_, F>(same.slice(x), same.places(to)), else return false);
    true
}
