//! Distances of vectors by the norm of any order, and their slopes.

use num_traits::Float;

use crate::kernels::apart::{self, Norm};
use crate::kernels::float::float;
use crate::kernels::level::in_widest;

/// The norm of what two vectors differ by, and of a little more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measure {
    /// 0 or more, or infinite.
    pub order: f64,
    /// Added to each difference.
    pub eps: f64,
}

/// From so many vectors on either side, distances are measured in [tiles](apart).
const MANY: usize = 8;

/// So many elements are measured side by side.
const LANES: usize = 16;

/// All differences, without their signs, folded side by side, and what is folded then.
#[inline(always)]
fn folded<T: Float>([a, b]: [&[T]; 2], eps: T, fold: impl Fn(T, T) -> T, join: impl Fn(T, T) -> T) -> T {
    let mut lanes = [T::zero(); LANES];
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<LANES>(), b.as_chunks::<LANES>());
    for (a, b) in a.iter().zip(b) {
        for i in 0..LANES {
            lanes[i] = fold(lanes[i], (a[i] - b[i] + eps).abs());
        }
    }
    for (i, (&a, &b)) in a_rest.iter().zip(b_rest).enumerate() {
        lanes[i] = fold(lanes[i], (a - b + eps).abs());
    }
    lanes.into_iter().fold(T::zero(), join)
}

impl Measure {
    /// The distance of two vectors.
    #[inline(always)]
    pub(crate) fn distance<T: Float>(self, a: &[T], b: &[T]) -> T {
        let (both, eps, plus) = ([a, b], float::<T>(self.eps), |a: T, b: T| a + b);
        match self.order {
            0.0 => folded(both, eps, |sum, d| if d.is_zero() { sum } else { sum + T::one() }, plus),
            1.0 => folded(both, eps, plus, plus),
            2.0 => folded(both, eps, |sum, d| sum + d * d, plus).sqrt(),
            f64::INFINITY => {
                let larger = |a: T, b: T| if b > a || b.is_nan() { b } else { a };
                folded(both, eps, larger, larger)
            }
            order => {
                let order = float::<T>(order);
                folded(both, eps, |sum, d| sum + d.powf(order), plus).powf(order.recip())
            }
        }
    }

    /// What differences are folded to, where there are tiles for it.
    fn norm(self) -> Option<Norm> {
        match (self.order, self.eps) {
            (1.0, 0.0) => Some(Norm::Sum),
            (2.0, 0.0) => Some(Norm::Root),
            (f64::INFINITY, 0.0) => Some(Norm::Largest),
            _ => None,
        }
    }

    /// The slope of a distance by a difference of two elements, as PyTorch's `cdist` has it: 0 of what does not differ.
    #[inline(always)]
    pub(crate) fn slope<T: Float>(self, a: T, b: T, distance: T) -> T {
        let d = a - b + float(self.eps);
        if d.is_zero() || distance.is_zero() {
            return T::zero();
        }
        match self.order {
            0.0 => T::zero(),
            1.0 => d.signum(),
            2.0 => d / distance,
            f64::INFINITY => {
                if d.abs() == distance {
                    d.signum()
                } else {
                    T::zero()
                }
            }
            order => d.signum() * (d.abs() / distance).powf(float(order - 1.0)),
        }
    }
}

in_widest! {
    /// The distance of each of the vectors `x`, of `n` numbers, from each of the vectors `y`.
    pub(crate) fn all_pairs<T: Float>(of: Measure, n: usize, x: &[T], y: &[T], to: &mut [T]) {
        let count = y.len().checked_div(n).unwrap_or(0);
        if count == 0 {
            // Vectors of no numbers lie in one place.
            return to.fill(T::zero());
        }
        if count >= MANY
            && x.len() / n >= MANY
            && let Some(norm) = of.norm()
            && apart::each(norm, n, x, y, to)
        {
            return;
        }
        for (x, to) in x.chunks_exact(n).zip(to.chunks_exact_mut(count)) {
            for (y, to) in y.chunks_exact(n).zip(to) {
                *to = of.distance(x, y);
            }
        }
    }

    /// Adds to the gradients of the vectors `x`, or if `turned` of the vectors `y`, of `n` numbers, what they have of those of all distances.
    pub(crate) fn add_slopes<T: Float>(of: Measure, n: usize, x: &[T], y: &[T], distances: &[T], grad: &[T], turned: bool, to: &mut [T]) {
        let count = y.len().checked_div(n).unwrap_or(0);
        if count == 0 {
            return;
        }
        for (i, x) in x.chunks_exact(n).enumerate() {
            for (j, y) in y.chunks_exact(n).enumerate() {
                let (distance, g) = (distances[i * count + j], grad[i * count + j]);
                let to = &mut to[if turned { j } else { i } * n..][..n];
                let g = if turned { -g } else { g };
                for ((to, &x), &y) in to.iter_mut().zip(x).zip(y) {
                    *to = *to + g * of.slope(x, y, distance);
                }
            }
        }
    }
}
