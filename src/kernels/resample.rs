//! Axes whose places are weighted sums of an axis's places: interpolation, axis by axis, and its gradient.
//!
//! The weights of an axis are computed once. The innermost axis is resampled element by element, each other one by whole rows, which lie
//! together.

use alloc::vec::Vec;

use num_traits::Float;

use crate::kernels::float::float;
use crate::kernels::level::in_widest;
use crate::storage::Scratch;

/// How places between elements are made of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// The element before the place.
    Nearest,
    /// The element whose middle is nearest to the place's.
    NearestExact,
    /// The two neighbours, by their distance.
    Linear,
    /// Four neighbours, by a cubic convolution.
    Cubic,
    /// The mean of the elements that share the place.
    Area,
}

/// A resampling of planes or volumes: sizes of depth, height and width before and after.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resample {
    pub from: [usize; 3],
    pub to: [usize; 3],
    /// How far places lie apart, in elements, where that is not what the sizes say.
    pub steps: [Option<f64>; 3],
    pub mode: Mode,
    /// The first and the last places are the first and the last elements.
    pub align_corners: bool,
    /// Where places lie further apart than elements, all of these count.
    pub antialias: bool,
}

/// What the places of an axis are made of.
pub(crate) struct Taps {
    /// Where the taps of each place end.
    ends: Vec<usize>,
    /// Elements, all within the axis.
    at: Vec<usize>,
    weights: Vec<f64>,
    /// How many taps each place has, if all have as many.
    each: Option<usize>,
}

impl Taps {
    /// The taps of one place after the other.
    #[cfg(feature = "graph")]
    pub(crate) fn places(&self) -> impl Iterator<Item = (&[usize], &[f64])> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let taps = start..end;
            start = end;
            (&self.at[taps.clone()], &self.weights[taps])
        })
    }

    fn of(places: usize, mut taps: impl FnMut(usize, &mut dyn FnMut(usize, f64))) -> Self {
        let mut all = Taps { ends: Vec::with_capacity(places), at: Vec::new(), weights: Vec::new(), each: None };
        for i in 0..places {
            taps(i, &mut |at, weight| {
                all.at.push(at);
                all.weights.push(weight);
            });
            all.ends.push(all.at.len());
        }
        let each = all.ends.first().copied();
        all.each = each.filter(|each| all.ends.iter().enumerate().all(|(i, end)| *end == (i + 1) * each));
        all
    }
}

/// `|x|` by the filter of linear interpolation.
fn triangle(x: f64) -> f64 {
    (1.0 - x.abs()).max(0.0)
}

/// `|x|` by the filter of cubic convolution with the parameter `a`.
fn cubic(x: f64, a: f64) -> f64 {
    let x = x.abs();
    if x < 1.0 {
        ((a + 2.0) * x - (a + 3.0)) * x * x + 1.0
    } else if x < 2.0 {
        (((x - 5.0) * x + 8.0) * x - 4.0) * a
    } else {
        0.0
    }
}

impl Resample {
    /// Does the axis stay as it is?
    fn stays(&self, axis: usize) -> bool {
        self.from[axis] == self.to[axis] && self.steps[axis].is_none()
    }

    /// The taps of an axis, if it does not stay as it is.
    pub(crate) fn taps(&self, axis: usize) -> Option<Taps> {
        if self.stays(axis) {
            return None;
        }
        let (from, to) = (self.from[axis], self.to[axis]);
        let last = from.saturating_sub(1);
        let step = match self.steps[axis] {
            _ if self.align_corners => last as f64 / to.saturating_sub(1).max(1) as f64,
            Some(step) => step,
            None => from as f64 / to as f64,
        };
        // Which element is nearest follows in `f32`, as in PyTorch.
        let nearest = |i: usize, half: f32| (((i as f32 + half) * step as f32) as usize).min(last);
        let middle = |i: usize| if self.align_corners { i as f64 * step } else { (i as f64 + 0.5) * step - 0.5 };
        Some(match self.mode {
            Mode::Nearest => Taps::of(to, |i, tap| tap(nearest(i, 0.0), 1.0)),
            Mode::NearestExact => Taps::of(to, |i, tap| tap(nearest(i, 0.5), 1.0)),
            Mode::Linear | Mode::Cubic if self.antialias => self.filtered(to, last, step),
            Mode::Linear => Taps::of(to, |i, tap| {
                let x = middle(i).max(0.0);
                let first = (x as usize).min(last);
                let share = (x - first as f64).min(1.0);
                tap(first, 1.0 - share);
                tap((first + 1).min(last), share);
            }),
            Mode::Cubic => Taps::of(to, |i, tap| {
                let x = middle(i);
                for k in -1..3 {
                    let place = x.floor() + f64::from(k);
                    tap((place.max(0.0) as usize).min(last), cubic(x - place, -0.75));
                }
            }),
            Mode::Area => Taps::of(to, |i, tap| {
                let span = i * from / to..((i + 1) * from).div_ceil(to);
                let share = 1.0 / span.len() as f64;
                span.for_each(|at| tap(at, share));
            }),
        })
    }

    /// The taps of a filter that is as wide as places lie apart.
    fn filtered(&self, to: usize, last: usize, step: f64) -> Taps {
        let wide = step.max(1.0);
        let reach = if self.mode == Mode::Linear { wide } else { 2.0 * wide };
        let filter = |x: f64| if self.mode == Mode::Linear { triangle(x) } else { cubic(x, -0.5) };
        Taps::of(to, |i, tap| {
            let middle = step * (i as f64 + 0.5);
            let first = ((middle - reach + 0.5).max(0.0) as usize).min(last);
            let end = ((middle + reach + 0.5) as usize).clamp(first + 1, last + 1);
            let weight = |at: usize| filter((at as f64 - middle + 0.5) / wide);
            let total: f64 = (first..end).map(weight).sum();
            let total = if total == 0.0 { 1.0 } else { total };
            (first..end).for_each(|at| tap(at, weight(at) / total));
        })
    }

    /// Is there nothing to compute?
    fn is_empty(&self) -> bool {
        self.from.contains(&0) || self.to.contains(&0)
    }

    /// The axes that change.
    fn axes<T: Float>(&self) -> Vec<Axis<T>> {
        let taps = (0..3).filter_map(|axis| Some((axis, self.taps(axis)?)));
        taps.map(|(axis, taps)| {
            let weights = taps.weights.iter().map(|weight| float(*weight)).collect();
            Axis { axis, from: self.from[axis], to: self.to[axis], taps, weights }
        })
        .collect()
    }
}

/// An axis that changes, and its weights.
struct Axis<T> {
    axis: usize,
    from: usize,
    to: usize,
    taps: Taps,
    weights: Vec<T>,
}

impl<T: Float> Axis<T> {
    /// The taps of one place after the other.
    #[inline(always)]
    fn places(&self) -> impl Iterator<Item = (&[usize], &[T])> {
        let mut start = 0;
        self.taps.ends.iter().map(move |&end| {
            let taps = start..end;
            start = end;
            (&self.taps.at[taps.clone()], &self.weights[taps])
        })
    }

    /// The last axis of what lies in rows.
    #[inline(always)]
    fn along(&self, x: &[T], out: &mut Vec<T>) {
        for row in x.chunks_exact(self.from) {
            match self.taps.each {
                Some(1) => out.extend(self.taps.at.iter().map(|i| row[*i])),
                Some(2) => {
                    let taps = self.taps.at.as_chunks::<2>().0.iter().zip(self.weights.as_chunks::<2>().0);
                    out.extend(taps.map(|([a, b], [v, w])| row[*a] * *v + row[*b] * *w));
                }
                Some(4) => {
                    let taps = self.taps.at.as_chunks::<4>().0.iter().zip(self.weights.as_chunks::<4>().0);
                    out.extend(taps.map(|([a, b, c, d], [s, t, u, v])| {
                        (row[*a] * *s + row[*b] * *t) + (row[*c] * *u + row[*d] * *v)
                    }));
                }
                _ => out.extend(self.places().map(|(at, weights)| {
                    at.iter().zip(weights).fold(T::zero(), |sum, (at, weight)| sum + row[*at] * *weight)
                })),
            }
        }
    }

    /// Any other axis, of blocks of rows of `inner` elements.
    #[inline(always)]
    fn across(&self, inner: usize, x: &[T], out: &mut Vec<T>) {
        for block in x.chunks_exact(self.from * inner) {
            let row = |i: usize| &block[i * inner..(i + 1) * inner];
            for (at, weights) in self.places() {
                match (at, weights) {
                    ([a], _) => out.extend_from_slice(row(*a)),
                    ([a, b], [v, w]) => {
                        out.extend(row(*a).iter().zip(row(*b)).map(|(a, b)| *a * *v + *b * *w));
                    }
                    ([a, b, c, d], [s, t, u, v]) => {
                        let (first, last) = (row(*a).iter().zip(row(*b)), row(*c).iter().zip(row(*d)));
                        out.extend(first.zip(last).map(|((a, b), (c, d))| (*a * *s + *b * *t) + (*c * *u + *d * *v)));
                    }
                    _ => {
                        let start = out.len();
                        out.resize(start + inner, T::zero());
                        for (at, weight) in at.iter().zip(weights) {
                            for (sum, x) in out[start..].iter_mut().zip(row(*at)) {
                                *sum = *sum + *x * *weight;
                            }
                        }
                    }
                }
            }
        }
    }

    /// Adds the gradient of what this axis became, with `inner` elements to each of its places, to that of what it was.
    #[inline(always)]
    fn back(&self, inner: usize, grad: &[T], to: &mut [T]) {
        let blocks = grad.chunks_exact(self.to * inner).zip(to.chunks_exact_mut(self.from * inner));
        for (grad, to) in blocks {
            for ((at, weights), grad) in self.places().zip(grad.chunks_exact(inner)) {
                for (at, weight) in at.iter().zip(weights) {
                    for (to, grad) in to[at * inner..][..inner].iter_mut().zip(grad) {
                        *to = *to + *grad * *weight;
                    }
                }
            }
        }
    }

    /// The same of the last axis.
    #[inline(always)]
    fn back_along(&self, grad: &[T], to: &mut [T]) {
        for (grad, to) in grad.chunks_exact(self.to).zip(to.chunks_exact_mut(self.from)) {
            for ((at, weights), grad) in self.places().zip(grad) {
                for (at, weight) in at.iter().zip(weights) {
                    to[*at] = to[*at] + *grad * *weight;
                }
            }
        }
    }
}

/// The product of sizes, or the largest number, for which there is no memory.
#[inline(always)]
fn count(sizes: &[usize]) -> usize {
    sizes.iter().fold(1, |product, size| product.saturating_mul(*size))
}

in_widest! {
    /// Appends to `out` what becomes of the volumes that `x` is made of.
    pub(crate) fn resample<T: Float>(work: &Resample, x: &[T], out: &mut Vec<T>) {
        if work.is_empty() {
            return;
        }
        let axes = work.axes::<T>();
        let (mut here, mut next) = (Scratch::new(), Scratch::new());
        for volume in x.chunks_exact(count(&work.from)) {
            let mut sizes = work.from;
            for (i, axis) in axes.iter().enumerate().rev() {
                let inner = count(&sizes[axis.axis + 1..]);
                sizes[axis.axis] = axis.to;
                let is_last = i == 0;
                if !is_last {
                    next.clear();
                    next.make_room(count(&sizes));
                }
                let made: &mut Vec<T> = if is_last { out } else { &mut next };
                let read: &[T] = if i + 1 == axes.len() { volume } else { &here };
                if inner == 1 { axis.along(read, made) } else { axis.across(inner, read, made) }
                core::mem::swap(&mut here, &mut next);
            }
            if axes.is_empty() {
                out.extend_from_slice(volume);
            }
        }
    }

    /// Adds the gradient of what became of volumes to theirs.
    pub(crate) fn resample_back<T: Float>(work: &Resample, grad: &[T], to: &mut [T]) {
        if work.is_empty() {
            return;
        }
        let axes = work.axes::<T>();
        let (mut here, mut next) = (Scratch::new(), Scratch::new());
        for (grad, to) in grad.chunks_exact(count(&work.to)).zip(to.chunks_exact_mut(count(&work.from))) {
            let mut sizes = work.to;
            for (i, axis) in axes.iter().enumerate() {
                let inner = count(&sizes[axis.axis + 1..]);
                sizes[axis.axis] = axis.from;
                let is_last = i + 1 == axes.len();
                if !is_last {
                    next.clear();
                    next.make_room(count(&sizes));
                    next.resize(count(&sizes), T::zero());
                }
                let made: &mut [T] = if is_last { &mut *to } else { &mut next };
                let read: &[T] = if i == 0 { grad } else { &here };
                if inner == 1 { axis.back_along(read, made) } else { axis.back(inner, read, made) }
                core::mem::swap(&mut here, &mut next);
            }
            if axes.is_empty() {
                for (to, grad) in to.iter_mut().zip(grad) {
                    *to = *to + *grad;
                }
            }
        }
    }
}
