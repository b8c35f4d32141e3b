//! Distances of anchors from positive and negative examples, and the way back of what they lose.

// Circle with pair_losses.rs: the options are the method's.

use num_traits::Float;

use super::pair_losses::TripletOptions;
use super::reduce::float;
use super::rows::elements;
use super::wide::wide;
use crate::kernels::distances::Measure;
use crate::kernels::sixteen::{ByNumbers, can_be, rounded};
use crate::kind::{Backward, Gradients, Real, Step, held};
use crate::storage::{Buffer, Scratch, room};
use crate::view::Values;

/// How distances are measured.
fn measure(of: &TripletOptions) -> Measure {
    Measure { order: of.order, eps: of.eps }
}

/// What each of so many anchors, of `n` numbers each, loses.
pub(super) fn triplets<T, X, P, N>(
    x: &X,
    positive: &P,
    negative: &N,
    n: usize,
    count: usize,
    of: TripletOptions,
) -> Buffer<T>
where
    T: Float,
    X: Values<Elem = T>,
    P: Values<Elem = T>,
    N: Values<Elem = T>,
{
    if const { can_be::<T>() }
        && let (Some(x), Some(positive), Some(negative)) =
            (wide(x, ByNumbers), wide(positive, ByNumbers), wide(negative, ByNumbers))
    {
        let losses = triplets::<f32, _, _, _>(&x.view(), &positive.view(), &negative.view(), n, count, of);
        return rounded(losses.as_slice(), ByNumbers);
    }
    let (x, positive, negative) = (elements(x), elements(positive), elements(negative));
    let mut losses = room(count);
    losses.extend((0..count).map(|i| Triplet::new([&x, &positive, &negative].map(|all| &all[i * n..][..n]), &of).loss));
    Buffer::from_vec(losses)
}

/// An anchor with its examples: how far they are, and what it loses.
struct Triplet<T> {
    near: T,
    far: T,
    /// Is the far one measured from the positive example?
    swapped: bool,
    loss: T,
}

impl<T: Float> Triplet<T> {
    fn new([x, positive, negative]: [&[T]; 3], of: &TripletOptions) -> Self {
        let measure = measure(of);
        let (near, mut far) = (measure.distance(x, positive), measure.distance(x, negative));
        let other = if of.swap { measure.distance(positive, negative) } else { far };
        let swapped = other < far;
        if swapped || other.is_nan() {
            far = other;
        }
        let loss = float::<T>(of.margin) + near - far;
        Triplet { near, far, swapped, loss: if loss < T::zero() { T::zero() } else { loss } }
    }
}

/// The way back of losses of anchors of `n` numbers.
pub(super) struct TripletBack {
    pub n: usize,
    pub options: TripletOptions,
}
held!(TripletBack; lowered);

impl<T: Real> Backward<T> for TripletBack {
    fn name(&self) -> &'static str {
        "triplet_margin_loss"
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let TripletBack { n, options } = self;
        let all = [0, 1, 2].map(|i| at.elements(i));
        let measure = measure(options);
        let of = |row: usize| [&all[0], &all[1], &all[2]].map(|all| &all[row * n..][..*n]);
        let triplets: Scratch<_> = (0..grad.as_slice().len()).map(|row| Triplet::new(of(row), options)).collect();
        for operand in 0..3 {
            to.accumulate(operand, |to| {
                let rows = triplets.iter().zip(grad.as_slice()).zip(to.chunks_exact_mut((*n).max(1))).enumerate();
                for (row, ((triplet, &g), to)) in rows {
                    let of = of(row);
                    if triplet.loss.is_zero() {
                        continue;
                    }
                    // Each distance is of two vectors: the first adds its slope, the second takes it away.
                    let far = if triplet.swapped { [1, 2] } else { [0, 2] };
                    for ([first, second], norm, sign) in [([0, 1], triplet.near, g), (far, triplet.far, -g)] {
                        let sign = if operand == first { sign } else { -sign };
                        if operand != first && operand != second {
                            continue;
                        }
                        for ((to, &a), &b) in to.iter_mut().zip(of[first]).zip(of[second]) {
                            *to = *to + sign * measure.slope(a, b, norm);
                        }
                    }
                }
            });
        }
        to.free(grad);
    }
}
