//! Gradients of what was stretched, reduced, or viewed: sums over the axes that the target lacks, and their opposite.

use alloc::vec::Vec;

use num_traits::Float;

use super::{BLOCK, RECENT, Total, block_sum};
use crate::kernels::level::in_widest;

/// The most axes.
const MOST: usize = 16;

/// Loops over `N` operands' elements, the innermost first. Neighbouring axes that all operands go through alike are one loop.
#[derive(Clone, Copy)]
struct StridedLoops<const N: usize> {
    sizes: [usize; MOST],
    steps: [[isize; N]; MOST],
    count: usize,
}

impl<const N: usize> StridedLoops<N> {
    /// # Panics
    /// If there are more than 16 axes, or operands have not a step for each.
    fn new(sizes: &[usize], steps: [&[isize]; N]) -> Self {
        assert!(steps.iter().all(|steps| steps.len() >= sizes.len()), "a step for each axis");
        let mut loops = StridedLoops { sizes: [1; MOST], steps: [[0; N]; MOST], count: 0 };
        for (axis, &size) in sizes.iter().enumerate() {
            if size != 1 {
                loops.push(size, steps.map(|steps| steps[axis]));
            }
        }
        loops
    }

    fn push(&mut self, size: usize, steps: [isize; N]) {
        if let Some(last) = self.count.checked_sub(1) {
            let inner = self.sizes[last] as isize;
            if (0..N).all(|i| steps[i] == self.steps[last][i] * inner) {
                self.sizes[last] *= size;
                return;
            }
        }
        assert!(self.count < MOST, "at most {MOST} axes");
        (self.sizes[self.count], self.steps[self.count]) = (size, steps);
        self.count += 1;
    }

    /// The first loop, and of the others those that are `chosen`.
    fn split(&self, chosen: impl Fn(&[isize; N]) -> bool) -> (usize, [isize; N], Self, Self) {
        let empty = || StridedLoops { sizes: [1; MOST], steps: [[0; N]; MOST], count: 0 };
        let (mut yes, mut no) = (empty(), empty());
        for i in 1..self.count {
            let to = if chosen(&self.steps[i]) { &mut yes } else { &mut no };
            to.push(self.sizes[i], self.steps[i]);
        }
        (self.sizes[0], self.steps[0], yes, no)
    }

    fn numel(&self) -> usize {
        self.sizes[..self.count].iter().product()
    }

    /// Calls `f` with each place.
    #[inline(always)]
    fn each(&self, start: [isize; N], mut f: impl FnMut([isize; N])) {
        let (mut at, mut index) = (start, [0; MOST]);
        for _ in 0..self.numel() {
            f(at);
            let loops = self.sizes.iter().zip(&self.steps).zip(&mut index).take(self.count);
            for ((&size, steps), index) in loops {
                *index += 1;
                let back = if *index < size { 0 } else { size as isize };
                at.iter_mut().zip(steps).for_each(|(at, step)| *at += step * (1 - back));
                if back == 0 {
                    break;
                }
                *index = 0;
            }
        }
    }
}

/// Steps of a block in row-major order.
fn row_major(sizes: &[usize]) -> [isize; MOST] {
    let mut steps = [0; MOST];
    let mut step = 1isize;
    for (to, &size) in steps.iter_mut().zip(sizes) {
        (*to, step) = (step, step.wrapping_mul(size as isize));
    }
    steps
}

/// What is added to a target, a part of a row at a time.
trait Terms<T, const N: usize> {
    /// The terms from place `from` of the innermost loop on, which starts at `at`.
    fn terms(&self, at: [isize; N], steps: [isize; N], from: usize, to: &mut [T]);
}

/// The gradient itself.
struct Plain<'a, T>(&'a [T]);

impl<T: Float> Terms<T, 2> for Plain<'_, T> {
    #[inline(always)]
    fn terms(&self, [g, _]: [isize; 2], _: [isize; 2], from: usize, to: &mut [T]) {
        to.copy_from_slice(&self.0[g as usize + from..][..to.len()]);
    }
}

/// The gradient times a function of two operands.
struct OfTwo<'a, T, F> {
    grad: &'a [T],
    operands: [&'a [T]; 2],
    f: F,
}

impl<T: Float, F: Fn(T, T) -> T> Terms<T, 4> for OfTwo<'_, T, F> {
    #[inline(always)]
    fn terms(&self, [g, _, a, b]: [isize; 4], [_, _, a_step, b_step]: [isize; 4], from: usize, to: &mut [T]) {
        let (n, [x, y]) = (to.len(), self.operands);
        let g = &self.grad[g as usize + from..][..n];
        let (a, b) = (a + from as isize * a_step, b + from as isize * b_step);
        let each = to.iter_mut().zip(g);
        match (a_step, b_step) {
            (1, 1) => {
                let operands = x[a as usize..][..n].iter().zip(&y[b as usize..][..n]);
                each.zip(operands).for_each(|((to, g), (a, b))| *to = (self.f)(*a, *b) * *g);
            }
            (1, 0) => {
                let b = y[b as usize];
                each.zip(&x[a as usize..][..n]).for_each(|((to, g), a)| *to = (self.f)(*a, b) * *g);
            }
            (0, 1) => {
                let a = x[a as usize];
                each.zip(&y[b as usize..][..n]).for_each(|((to, g), b)| *to = (self.f)(a, *b) * *g);
            }
            _ => each.enumerate().for_each(|(i, (to, g))| {
                let i = i as isize;
                *to = (self.f)(x[(a + i * a_step) as usize], y[(b + i * b_step) as usize]) * *g;
            }),
        }
    }
}

/// Adds terms to the target, whose steps are the second ones: over loops that it lacks they are summed in blocks first.
#[inline(always)]
fn add_terms<T: Float, const N: usize>(
    loops: &StridedLoops<N>,
    start: [isize; N],
    terms: &impl Terms<T, N>,
    to: &mut [T],
) {
    let (n, steps, summed, kept) = loops.split(|steps| steps[1] == 0);
    if n == 0 || summed.numel() == 0 {
        return;
    }
    let step = steps[1];
    let mut block = [T::zero(); BLOCK];
    kept.each(start, |at| {
        let target = at[1];
        if step == 0 {
            let mut total = Total::new();
            summed.each(at, |at| {
                let mut from = 0;
                while from < n {
                    let block = &mut block[..(n - from).min(BLOCK)];
                    terms.terms(at, steps, from, block);
                    total.push(block_sum(block));
                    from += BLOCK;
                }
            });
            let to = &mut to[target as usize];
            *to = *to + total.total();
            return;
        }
        let mut from = 0;
        while from < n {
            let width = (n - from).min(BLOCK);
            let mut add = |x: &[T]| {
                let at = target + from as isize * step;
                if step == 1 {
                    super::add_to(&mut to[at as usize..][..x.len()], x);
                } else {
                    for (i, x) in x.iter().enumerate() {
                        let to = &mut to[(at + i as isize * step) as usize];
                        *to = *to + *x;
                    }
                }
            };
            let (mut sums, mut count) = ([T::zero(); BLOCK], 0);
            summed.each(at, |at| {
                terms.terms(at, steps, from, &mut block[..width]);
                super::add_to(&mut sums[..width], &block[..width]);
                count += 1;
                if count == RECENT {
                    add(&sums[..width]);
                    (sums, count) = ([T::zero(); BLOCK], 0);
                }
            });
            add(&sums[..width]);
            from += BLOCK;
        }
    });
}

/// Calls `f` with the places of `N` operands for each index in row-major order, from these first ones on.
#[inline]
pub(crate) fn each_place<const N: usize>(
    sizes: &[usize],
    steps: [&[isize]; N],
    start: [isize; N],
    f: impl FnMut([isize; N]),
) {
    StridedLoops::new(sizes, steps).each(start, f);
}

/// The elements of a view in row-major order.
///
/// # Panics
/// If the slice is shorter than the steps lead.
pub(crate) fn copied<T: Copy>(sizes: &[usize], steps: &[isize], offset: usize, from: &[T], to: &mut Vec<T>) {
    let (n, [step], rest, _) = StridedLoops::new(sizes, [steps]).split(|_| true);
    if n > 0 {
        rest.each([offset as isize], |[at]| to.extend((0..n as isize).map(|i| from[(at + i * step) as usize])));
    }
}

in_widest! {
    /// `to[…] += f(a, b) * grad`, summed over the axes that the target lacks (its step is 0 there): the gradient of one operand of an
    /// element-wise function of two. The steps are those of `a`, `b` and `to`.
    ///
    /// # Panics
    /// If a slice is shorter than the steps lead.
    pub(crate) fn into_stretched<T: Float, F: Fn(T, T) -> T>(
        sizes: &[usize],
        steps: [&[isize]; 3],
        operands: [&[T]; 2],
        grad: &[T],
        to: &mut [T],
        f: F,
    ) {
        let loops = StridedLoops::new(sizes, [&row_major(sizes), steps[2], steps[0], steps[1]]);
        add_terms(&loops, [0; 4], &OfTwo { grad, operands, f }, to);
    }

    /// `to[offset + …] += grad`: the gradient of a view, whose places may repeat, and (with steps of 0) of what was stretched.
    ///
    /// # Panics
    /// If a slice is shorter than the steps lead.
    pub(crate) fn add_at<T: Float>(sizes: &[usize], steps: &[isize], offset: usize, grad: &[T], to: &mut [T]) {
        let loops = StridedLoops::new(sizes, [&row_major(sizes), steps]);
        add_terms(&loops, [0, offset as isize], &Plain(grad), to);
    }

    /// `to = grad[…] * factor`, or `to += …`: the gradient of a sum or a mean, whose steps are 0 along what was reduced.
    ///
    /// # Panics
    /// If a slice is shorter than the steps lead.
    pub(crate) fn spread<T: Float>(sizes: &[usize], steps: &[isize], grad: &[T], factor: T, add: bool, to: &mut [T]) {
        let loops = StridedLoops::new(sizes, [&row_major(sizes), steps]);
        let (n, [_, step], rest, _) = loops.split(|_| true);
        if n == 0 {
            return;
        }
        rest.each([0; 2], |[at, from]| {
            let to = &mut to[at as usize..][..n];
            match (step, add) {
                (0, false) => to.fill(grad[from as usize] * factor),
                (0, true) => {
                    let g = grad[from as usize] * factor;
                    to.iter_mut().for_each(|to| *to = *to + g);
                }
                (1, false) => to.iter_mut().zip(&grad[from as usize..][..n]).for_each(|(to, g)| *to = *g * factor),
                (1, true) => to.iter_mut().zip(&grad[from as usize..][..n]).for_each(|(to, g)| *to = *to + *g * factor),
                _ => to.iter_mut().enumerate().for_each(|(i, to)| {
                    let g = grad[(from + i as isize * step) as usize] * factor;
                    *to = if add { *to + g } else { g };
                }),
            }
        });
    }

    /// Of a mask that is stretched by these steps, in the gradient's own memory: the gradient where it is as it should be, and 0 elsewhere.
    ///
    /// # Panics
    /// If a slice is shorter than the steps lead.
    pub(crate) fn masked<T: Float>(sizes: &[usize], steps: &[isize], mask: &[bool], is: bool, grad: &mut [T]) {
        let loops = StridedLoops::new(sizes, [&row_major(sizes), steps]);
        let (n, [_, step], rest, _) = loops.split(|_| true);
        if n == 0 {
            return;
        }
        rest.each([0; 2], |[at, from]| {
            let (grad, from) = (&mut grad[at as usize..][..n], from as usize);
            if step == 0 {
                if mask[from] != is {
                    grad.fill(T::zero());
                }
                return;
            }
            let mask = mask[from..].iter().step_by(step as usize);
            for (g, &mask) in grad.iter_mut().zip(mask) {
                *g = if mask == is { *g } else { T::zero() };
            }
        });
    }

    /// The gradient of the largest or smallest elements: shared out among all that are equal to it, as `torch.amax` does; among NaNs if it
    /// is NaN. The steps are those of the reduced `y` and of its gradient; `counts` is memory for as many numbers as `y` has.
    ///
    /// # Panics
    /// If a slice is shorter than the steps lead.
    pub(crate) fn extreme<T: Float>(
        sizes: &[usize],
        steps: &[isize],
        x: &[T],
        y: &[T],
        grad: &[T],
        counts: &mut [T],
        to: &mut [T],
    ) {
        let is = |x: T, y: T| if x == y || x.is_nan() && y.is_nan() { T::one() } else { T::zero() };
        let row_major = row_major(sizes);
        let (n, [_, step], rest, _) = StridedLoops::new(sizes, [&row_major, steps]).split(|_| true);
        counts.fill(T::zero());
        if n == 0 {
            return;
        }
        let place = |from: isize, i: usize| (from + i as isize * step) as usize;
        rest.each([0; 2], |[at, from]| {
            let x = &x[at as usize..][..n];
            if step == 0 {
                let y = y[from as usize];
                let mut count = Total::new();
                let mut block = [T::zero(); BLOCK];
                for x in x.chunks(BLOCK) {
                    block.iter_mut().zip(x).for_each(|(to, x)| *to = is(*x, y));
                    count.push(block_sum(&block[..x.len()]));
                }
                let to = &mut counts[from as usize];
                *to = *to + count.total();
            } else {
                for (i, x) in x.iter().enumerate() {
                    let at = place(from, i);
                    counts[at] = counts[at] + is(*x, y[at]);
                }
            }
        });
        for (share, g) in counts.iter_mut().zip(grad) {
            *share = *g / *share;
        }
        rest.each([0; 2], |[at, from]| {
            let (x, to) = (&x[at as usize..][..n], &mut to[at as usize..][..n]);
            if step == 0 {
                let (y, share) = (y[from as usize], counts[from as usize]);
                for (to, x) in to.iter_mut().zip(x) {
                    *to = *to + if is(*x, y) == T::one() { share } else { T::zero() };
                }
            } else {
                for (i, (to, x)) in to.iter_mut().zip(x).enumerate() {
                    let at = place(from, i);
                    *to = *to + if is(*x, y[at]) == T::one() { counts[at] } else { T::zero() };
                }
            }
        });
    }
}
