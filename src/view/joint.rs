//! Two views read as the shape that they broadcast to.

use super::View;
use crate::shape::broadcast::{Broadcast, Broadcasted};
use crate::shape::layout::Layout;
use crate::shape::{Shape, run_time};

/// Two views read as one shape.
type Joint<'a, 'b, T, U, S, R, Y, Z, O> =
    (View<'a, T, O, <Y as Layout<S>>::StretchedTo<O>>, View<'b, U, O, <Z as Layout<R>>::StretchedTo<O>>);

/// Both views, stretched to the shape that they broadcast to.
///
/// # Panics
/// If a run-time axis has two sizes.
#[inline]
#[track_caller]
pub(crate) fn joint<'a, 'b, T, U, S: Shape + Broadcast<R>, R: Shape, Y: Layout<S>, Z: Layout<R>>(
    left: View<'a, T, S, Y>,
    right: View<'b, U, R, Z>,
) -> Joint<'a, 'b, T, U, S, R, Y, Z, Broadcasted<S, R>> {
    let shape = run_time::broadcast(left.shape(), right.shape());
    (left.stretch_to_joint(shape), right.stretch_to_joint(shape))
}
