//! Two models of one type, of which one is only read.

use crate::kind::Real;
use crate::nn::{Parameters, Role};

/// Shows the tensors of two models together, the first to be changed.
///
/// # Panics
/// If one has a list that is longer than the other's.
pub(super) fn pairs<T: Real, M: Parameters<T>>(to: &mut M, from: &M, mut f: impl FnMut(Role, &mut [T], &[T])) {
    // A list of as many tensors as there happen to be would have to be allocated: so many at a time need not.
    const WINDOW: usize = 64;
    let mut first = 0;
    let counts = loop {
        let mut window: [&[T]; WINDOW] = [&[]; WINDOW];
        let mut counts = [0usize; 2];
        from.visit(&mut |_, elements| {
            if let Some(place) = counts[0].checked_sub(first).and_then(|i| window.get_mut(i)) {
                *place = elements;
            }
            counts[0] += 1;
        });
        to.visit_mut(&mut |role, elements| {
            if let Some(from) = counts[1].checked_sub(first).and_then(|i| window.get(i)) {
                f(role, elements, from);
            }
            counts[1] += 1;
        });
        first += WINDOW;
        if first >= counts[0].max(counts[1]) {
            break counts;
        }
    };
    assert!(counts[0] == counts[1], "models of {} tensors and of {}", counts[1], counts[0]);
}
