//! The way back of reductions: a gradient of what is left becomes one of all that was reduced.

use num_traits::Float;

use super::function::exp;
use super::reduce::float;
use crate::kernels::back::each;
use crate::kernels::back::strides::{add_at, each_place, extreme, spread};
use crate::kind::{Backward, Gradients, OperandSet, Reads, Real, Step, held};
use crate::shape::dims::{Dims, Strides};
use crate::storage::{Buffer, Scratch};

/// What is left, as far as the way back is concerned.
#[derive(Clone, Copy)]
pub(super) enum Way {
    Sum,
    Mean,
    Product,
    /// The largest or the smallest, which share a gradient where there are several.
    Extreme {
        largest: bool,
    },
    Variance {
        correction: usize,
    },
    Deviation {
        correction: usize,
    },
    Norm,
    NormOf {
        order: f64,
    },
    /// Of what is a number.
    NanSum,
    NanMean,
    LogSumExp,
}

/// The way back of a reduction: of sizes, and of the same sizes with 1 where axes were reduced.
pub(super) struct ReductionBack {
    pub way: Way,
    pub from: Dims,
    pub kept: Dims,
}
held!(ReductionBack; lowered);

impl ReductionBack {
    /// How many elements make one result.
    fn count<T: Float>(&self) -> T {
        let sizes = |dims: &Dims| dims.sizes[..dims.rank].iter().product::<usize>();
        let (from, kept) = (sizes(&self.from), sizes(&self.kept));
        T::from(from.checked_div(kept).unwrap_or(0)).expect("a float for every number")
    }
}

impl<T: Real> Backward<T> for ReductionBack {
    fn name(&self) -> &'static str {
        match self.way {
            Way::Sum => "sum",
            Way::Mean => "mean",
            Way::Product => "prod",
            Way::Extreme { largest: true } => "max",
            Way::Extreme { largest: false } => "min",
            Way::Variance { .. } => "var",
            Way::Deviation { .. } => "std",
            Way::Norm => "norm",
            Way::NormOf { .. } => "norm_with",
            Way::NanSum => "nansum",
            Way::NanMean => "nanmean",
            Way::LogSumExp => "logsumexp",
        }
    }

    fn reads(&self, _: OperandSet) -> Reads {
        match self.way {
            Way::Sum | Way::Mean => Reads::NOTHING,
            Way::Product | Way::Variance { .. } | Way::NanSum | Way::NanMean => Reads::OPERANDS,
            Way::Extreme { .. } | Way::Deviation { .. } | Way::Norm | Way::NormOf { .. } | Way::LogSumExp => Reads::ALL,
        }
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let sizes = &self.from.sizes[..self.from.rank];
        let steps: Strides = self.kept.stretched(&self.kept.strides(), &self.from);
        let steps = &steps[..self.from.rank];
        let memory = grad;
        let grad = memory.as_slice();
        let zeros = |n| Buffer::filled(n, T::zero());
        let stretched = |of: &[T]| {
            let mut all = zeros(sizes.iter().product());
            spread(sizes, steps, of, T::one(), false, all.as_mut_slice());
            all
        };
        match self.way {
            Way::Sum => to.add(0, |to, add| spread(sizes, steps, grad, T::one(), add, to)),
            Way::Mean => to.add(0, |to, add| spread(sizes, steps, grad, self.count::<T>().recip(), add, to)),
            Way::Extreme { .. } => {
                let x = at.elements(0);
                let mut counts = zeros(grad.len());
                to.accumulate(0, |to| extreme(sizes, steps, &x, at.out(), grad, counts.as_mut_slice(), to));
            }
            Way::Product => {
                let x = at.elements(0);
                let mut all = stretched(grad);
                products_of_others(sizes, steps, &x, grad.len(), all.as_mut_slice());
                to.give(0, all);
            }
            Way::Variance { correction } | Way::Deviation { correction } => {
                let x = at.elements(0);
                let n = self.count::<T>();
                let mut means = zeros(grad.len());
                add_at(sizes, steps, 0, &x, means.as_mut_slice());
                means.as_mut_slice().iter_mut().for_each(|mean| *mean = *mean / n);
                let divisor = (n - float(correction as f64)).max(T::zero());
                let (mut all, means) = (stretched(grad), stretched(means.as_slice()));
                if let Way::Variance { .. } = self.way {
                    let factor = float::<T>(2.0) / divisor;
                    each(all.as_mut_slice(), &x, means.as_slice(), |g, x, mean| g * (x - mean) * factor);
                } else {
                    // Where all elements are equal there is no slope; PyTorch says 0.
                    let scales: Scratch<T> = at
                        .out()
                        .iter()
                        .map(|y| if *y == T::zero() { T::zero() } else { (*y * divisor).recip() })
                        .collect();
                    let scales = stretched(&scales);
                    each(all.as_mut_slice(), &x, means.as_slice(), |g, x, mean| g * (x - mean));
                    each(all.as_mut_slice(), scales.as_slice(), means.as_slice(), |g, scale, _| g * scale);
                }
                to.give(0, all);
            }
            Way::Norm => {
                let x = at.elements(0);
                let (mut all, norms) = (stretched(grad), stretched(at.out()));
                // At 0 any slope from -1 to 1 would do; PyTorch's is 0.
                each(all.as_mut_slice(), &x, norms.as_slice(), |g, x, norm| {
                    if norm == T::zero() { T::zero() } else { g * (x / norm) }
                });
                to.give(0, all);
            }
            Way::NormOf { order } if order.is_infinite() => {
                let x = at.elements(0);
                let (sizes_of, mut counts, mut all): (Scratch<T>, _, _) =
                    (x.iter().map(|x| x.abs()).collect(), zeros(grad.len()), zeros(x.len()));
                extreme(sizes, steps, &sizes_of, at.out(), grad, counts.as_mut_slice(), all.as_mut_slice());
                each(all.as_mut_slice(), &x, &x, |g, x, _| g * direction(x));
                to.give(0, all);
            }
            Way::NormOf { order } => {
                let x = at.elements(0);
                let (mut all, norms) = (stretched(grad), stretched(at.out()));
                let (power, flat) = (float::<T>(order - 1.0), order == 0.0);
                // Where a power of 0 has no slope it is 0, as in PyTorch.
                each(all.as_mut_slice(), &x, norms.as_slice(), |g, x, norm| {
                    if flat || norm.is_zero() || x.is_zero() {
                        T::zero()
                    } else {
                        g * direction(x) * (x.abs() / norm).powf(power)
                    }
                });
                to.give(0, all);
            }
            Way::NanSum | Way::NanMean => {
                let x = at.elements(0);
                let mut shares = zeros(grad.len());
                if let Way::NanMean = self.way {
                    let counted: Scratch<T> = x.iter().map(|x| if x.is_nan() { T::zero() } else { T::one() }).collect();
                    add_at(sizes, steps, 0, &counted, shares.as_mut_slice());
                    shares.as_mut_slice().iter_mut().zip(grad).for_each(|(share, g)| *share = *g / *share);
                } else {
                    shares.as_mut_slice().copy_from_slice(grad);
                }
                let mut all = stretched(shares.as_slice());
                each(all.as_mut_slice(), &x, &x, |g, x, _| if x.is_nan() { T::zero() } else { g });
                to.give(0, all);
            }
            Way::LogSumExp => {
                let x = at.elements(0);
                let (mut all, logs) = (stretched(grad), stretched(at.out()));
                each(all.as_mut_slice(), &x, logs.as_slice(), |g, x, log| {
                    // Nothing but infinities below: the sum is of zeros.
                    if log == T::neg_infinity() { T::zero() } else { g * exp(x - log) }
                });
                to.give(0, all);
            }
        }
        to.free(memory);
    }
}

/// 1, -1, or 0 of 0; NaN of NaN.
fn direction<T: Float>(x: T) -> T {
    if x.is_zero() { T::zero() } else { x.signum() }
}

/// Each gradient, times the product of the other elements of its group: by division, unless one of them is 0.
fn products_of_others<T: Float>(sizes: &[usize], steps: &[isize], x: &[T], groups: usize, grad: &mut [T]) {
    let mut places = Scratch::with_room(x.len());
    each_place(sizes, [steps], [0], |[at]| places.push(at as usize));
    let (mut zeros, mut products) = (Buffer::filled(groups, 0usize), Buffer::filled(groups, T::one()));
    let (zeros, products) = (zeros.as_mut_slice(), products.as_mut_slice());
    for (x, &place) in x.iter().zip(places.iter()) {
        if x.is_zero() {
            zeros[place] += 1;
        } else {
            products[place] = products[place] * *x;
        }
    }
    for ((g, x), &place) in grad.iter_mut().zip(x).zip(places.iter()) {
        let others = match (zeros[place], x.is_zero()) {
            (0, _) => products[place] / *x,
            (1, true) => products[place],
            _ => T::zero(),
        };
        *g = *g * others;
    }
}
