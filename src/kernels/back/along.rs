//! Gradients of softmax, of division by a norm, and of scans: along one axis of `n` elements, which lie `inner` apart. They work in the
//! gradient's own memory.

use num_traits::Float;

use super::{BLOCK, Total, sum_of};
use crate::kernels::by_type::exp;
use crate::kernels::level::in_widest;

/// For each lane along the axis, the sum of `term(g, a)`, and then `g = then(g, a, sum)`.
#[inline(always)]
fn by_sum<T: Float>(
    [n, inner]: [usize; 2],
    a: &[T],
    grad: &mut [T],
    term: impl Fn(T, T) -> T,
    then: impl Fn(T, T, T) -> T,
) {
    if n * inner == 0 {
        return;
    }
    for (g, a) in grad.chunks_exact_mut(n * inner).zip(a.chunks_exact(n * inner)) {
        if inner == 1 {
            let sum = sum_of(g, a, &term);
            g.iter_mut().zip(a).for_each(|(g, a)| *g = then(*g, *a, sum));
            continue;
        }
        for from in (0..inner).step_by(BLOCK) {
            let width = (inner - from).min(BLOCK);
            let mut sums = [T::zero(); BLOCK];
            for (g, a) in g.chunks_exact(inner).zip(a.chunks_exact(inner)) {
                for ((sum, g), a) in sums.iter_mut().zip(&g[from..][..width]).zip(&a[from..]) {
                    *sum = *sum + term(*g, *a);
                }
            }
            for (g, a) in g.chunks_exact_mut(inner).zip(a.chunks_exact(inner)) {
                for ((sum, g), a) in sums.iter().zip(&mut g[from..][..width]).zip(&a[from..]) {
                    *g = then(*g, *a, *sum);
                }
            }
        }
    }
}

in_widest! {
    /// Of a softmax whose result is `y`: `(g - Σ g y) y`. Where one `y` is nearly all, its gradient is the difference of what is nearly equal:
    /// so the rounded sum is subtracted first, and what is left is summed once more.
    pub(crate) fn softmax<T: Float>(axis: [usize; 2], y: &[T], grad: &mut [T]) {
        by_sum(axis, y, grad, |g, y| g * y, |g, _, sum| g - sum);
        by_sum(axis, y, grad, |g, y| g * y, |g, y, sum| (g - sum) * y);
    }

    /// Of the logarithm of a softmax whose result is `y`: `g - exp(y) Σ g`.
    pub(crate) fn log_softmax<T: Float>(axis: [usize; 2], y: &[T], grad: &mut [T]) {
        by_sum(axis, y, grad, |g, _| g, |g, y, sum| g - exp(y) * sum);
    }

    /// Of `y = x / max(norm(x), least)`: `(g - y Σ g y) / norm`, or only `g / least` where the norm is less.
    pub(crate) fn over_norm<T: Float>(axis: [usize; 2], x: &[T], least: T, grad: &mut [T]) {
        let [n, inner] = axis;
        if n * inner == 0 {
            return;
        }
        for (g, x) in grad.chunks_exact_mut(n * inner).zip(x.chunks_exact(n * inner)) {
            for lane in 0..inner {
                let (mut square, mut product) = (Total::new(), Total::new());
                for (x, g) in x[lane..].iter().step_by(inner).zip(g[lane..].iter().step_by(inner)) {
                    square.push(*x * *x);
                    product.push(*x * *g);
                }
                let norm = square.total().sqrt();
                let over = if norm < least { least.recip() } else { norm.recip() };
                let along = if norm < least { T::zero() } else { product.total() / square.total() };
                for (x, g) in x[lane..].iter().step_by(inner).zip(g[lane..].iter_mut().step_by(inner)) {
                    *g = (*g - *x * along) * over;
                }
            }
        }
    }
}

/// Runs `f` on each lane: where it starts.
fn lanes([n, inner]: [usize; 2], len: usize, mut f: impl FnMut(usize)) {
    let size = n * inner;
    for start in (0..len).step_by(size.max(1)) {
        (start..start + inner.min(len)).for_each(&mut f);
    }
}

/// Of running sums: the sums from the other end.
pub(crate) fn cumsum<T: Float>(axis: [usize; 2], grad: &mut [T]) {
    let [n, inner] = axis;
    lanes(axis, grad.len(), |lane| {
        let mut sum = Total::new();
        for i in (0..n).rev() {
            let g = &mut grad[lane + i * inner];
            sum.push(*g);
            *g = sum.total();
        }
    });
}

/// Of running products `y` of `x`. Beyond a lane's first 0 all products are 0: the gradient at it is that of the products without it, and
/// behind it there is none.
pub(crate) fn cumprod<T: Float>(axis: [usize; 2], x: &[T], y: &[T], grad: &mut [T]) {
    let [n, inner] = axis;
    lanes(axis, grad.len(), |lane| {
        let at = |i: usize| lane + i * inner;
        let zero = (0..n).find(|i| x[at(*i)].is_zero());
        if let Some(zero) = zero {
            let (mut product, mut sum) = (T::one(), Total::new());
            for i in zero..n {
                if i > zero {
                    product = product * x[at(i)];
                }
                sum.push(grad[at(i)] * product);
                grad[at(i)] = T::zero();
            }
            let before = if zero == 0 { T::one() } else { y[at(zero - 1)] };
            grad[at(zero)] = sum.total() * before;
        }
        let mut sum = Total::new();
        for i in (0..zero.unwrap_or(n)).rev() {
            sum.push(grad[at(i)] * y[at(i)]);
            grad[at(i)] = sum.total() / x[at(i)];
        }
    });
}

/// Of running logarithms `y` of sums of exponentials of `x`. Each exponent is of what is not positive.
pub(crate) fn logcumsumexp<T: Float>(axis: [usize; 2], x: &[T], y: &[T], grad: &mut [T]) {
    let [n, inner] = axis;
    // Equal infinities are no distance apart.
    let weight = |low: T, high: T| if low == high { T::one() } else { exp(low - high) };
    lanes(axis, grad.len(), |lane| {
        let at = |i: usize| lane + i * inner;
        let mut sum = T::zero();
        for i in (0..n).rev() {
            let behind = if i + 1 < n { sum * weight(y[at(i)], y[at(i + 1)]) } else { T::zero() };
            sum = grad[at(i)] + behind;
            grad[at(i)] = sum * weight(x[at(i)], y[at(i)]);
        }
    });
}

/// Of running maxima or minima `y` of `x`: to the element that is the extreme, and of equal ones to the last, as PyTorch has it.
pub(crate) fn cumulative_extreme<T: Float>(axis: [usize; 2], x: &[T], y: &[T], grad: &mut [T]) {
    let [n, inner] = axis;
    lanes(axis, grad.len(), |lane| {
        let mut sum = T::zero();
        for i in (0..n).rev() {
            let at = lane + i * inner;
            sum = sum + grad[at];
            // An element is the extreme up to itself if it is equal to that, or the first element, or NaN.
            let own = x[at] == y[at] || x[at].is_nan() || i == 0;
            (grad[at], sum) = if own { (sum, T::zero()) } else { (T::zero(), sum) };
        }
    });
}
