//! What a step does after its products, row by row, and its way back.

use num_traits::Float;

use crate::kernels::by_type::{exp, vectorised};
use crate::kernels::level::in_widest;

vectorised! {
    tanh or fused_tanh and tanh_double, x => x.tanh();
    sigmoid or fused_sigmoid, x => {
        // Only ever the exponential of what is not positive, which cannot overflow.
        let e = exp(-x.abs());
        (if x < T::zero() { e } else { T::one() }) / (T::one() + e)
    };
}

/// [`sigmoid`], by fused multiply-adds where the loop is compiled for them.
#[cfg_attr(not(debug_assertions), inline(always))]
fn sigmoid_in<T: Float, const FUSED: bool>(x: T) -> T {
    if FUSED { fused_sigmoid(x) } else { sigmoid(x) }
}

/// As [`sigmoid_in`], of [`tanh`].
#[cfg_attr(not(debug_assertions), inline(always))]
fn tanh_in<T: Float, const FUSED: bool>(x: T) -> T {
    if FUSED { fused_tanh(x) } else { tanh(x) }
}

in_widest! {
    /// A step of an LSTM: `gates` are the input's part, and become the gates `[i, f, g, o]`; `hidden` is the state's part.
    pub(super) fn lstm<T: Float>(gates: &mut [T], hidden: &[T], c: &mut [T], h: &mut [T]) {
        let n = h.len();
        let (input, rest) = gates.split_at_mut(n);
        let (forget, rest) = rest.split_at_mut(n);
        let (new, out) = rest.split_at_mut(n);
        for (gate, part) in [(&mut *input, 0), (&mut *forget, n), (&mut *out, 3 * n)] {
            for (x, y) in gate.iter_mut().zip(&hidden[part..][..n]) {
                *x = sigmoid_in::<_, FUSED>(*x + *y);
            }
        }
        for (x, y) in new.iter_mut().zip(&hidden[2 * n..][..n]) {
            *x = tanh_in::<_, FUSED>(*x + *y);
        }
        for (((c, i), f), g) in c.iter_mut().zip(input).zip(forget).zip(new) {
            *c = *f * *c + *i * *g;
        }
        for ((h, o), c) in h.iter_mut().zip(out).zip(c) {
            *h = *o * tanh_in::<_, FUSED>(*c);
        }
    }

    /// A step of a GRU: `gates` are the input's part, and become `[r, z, n]`; `hidden` is the state's part.
    pub(super) fn gru<T: Float>(gates: &mut [T], hidden: &[T], h: &mut [T]) {
        let n = h.len();
        let (both, new) = gates.split_at_mut(2 * n);
        for (x, y) in both.iter_mut().zip(&hidden[..2 * n]) {
            *x = sigmoid_in::<_, FUSED>(*x + *y);
        }
        let (reset, keep) = both.split_at(n);
        for ((x, r), y) in new.iter_mut().zip(reset).zip(&hidden[2 * n..]) {
            *x = tanh_in::<_, FUSED>(*x + *r * *y);
        }
        for ((h, z), x) in h.iter_mut().zip(keep).zip(new) {
            *h = (T::one() - *z) * *x + *z * *h;
        }
    }

    /// A step of a plain network by `tanh`.
    pub(super) fn plain_tanh<T: Float>(gates: &mut [T], hidden: &[T], h: &mut [T]) {
        for ((x, y), h) in gates.iter_mut().zip(hidden).zip(h) {
            *x = tanh_in::<_, FUSED>(*x + *y);
            *h = *x;
        }
    }

    /// A step of a plain network by `relu`.
    pub(super) fn plain_relu<T: Float>(gates: &mut [T], hidden: &[T], h: &mut [T]) {
        for ((x, y), h) in gates.iter_mut().zip(hidden).zip(h) {
            let sum = *x + *y;
            // NaN stays.
            *x = if sum < T::zero() { T::zero() } else { sum };
            *h = *x;
        }
    }

    /// The way back of [`lstm`]: `before` is the cell state before the step. `h` is the gradient of the state, `c` that of the cell state, and
    /// becomes that of the one before; `to` becomes the gradient of what the gates were made of.
    pub(super) fn lstm_back<T: Float>(gates: &[T], before: &[T], h: &[T], c: &mut [T], to: &mut [T]) {
        let n = h.len();
        let (input, rest) = gates.split_at(n);
        let (forget, rest) = rest.split_at(n);
        let (new, out) = rest.split_at(n);
        let (to_input, rest) = to.split_at_mut(n);
        let (to_forget, rest) = rest.split_at_mut(n);
        let (to_new, to_out) = rest.split_at_mut(n);
        let (input, forget, new, out, before) = (&input[..n], &forget[..n], &new[..n], &out[..n], &before[..n]);
        let (to_input, to_forget) = (&mut to_input[..n], &mut to_forget[..n]);
        let (to_new, to_out, c) = (&mut to_new[..n], &mut to_out[..n], &mut c[..n]);
        for j in 0..n {
            let (i, f, g, o) = (input[j], forget[j], new[j], out[j]);
            let after = tanh_in::<_, FUSED>(f * before[j] + i * g);
            let by_c = c[j] + h[j] * o * (T::one() - after * after);
            to_out[j] = h[j] * after * o * (T::one() - o);
            to_input[j] = by_c * g * i * (T::one() - i);
            to_forget[j] = by_c * before[j] * f * (T::one() - f);
            to_new[j] = by_c * i * (T::one() - g * g);
            c[j] = by_c * f;
        }
    }

    /// The way back of [`gru`]: `hidden` is the state's part of `n`, `before` the state before the step. `h` is the gradient of the state, and
    /// becomes what goes on to the one before past the products; `by_input` and `by_hidden` become the gradients of the two parts of the gates.
    pub(super) fn gru_back<T: Float>(
        gates: &[T],
        hidden: &[T],
        before: &[T],
        h: &mut [T],
        by_input: &mut [T],
        by_hidden: &mut [T],
    ) {
        let n = h.len();
        let (reset, rest) = gates.split_at(n);
        let (keep, new) = rest.split_at(n);
        let (reset, keep, new, hidden, before) = (&reset[..n], &keep[..n], &new[..n], &hidden[..n], &before[..n]);
        let (to_reset, rest) = by_input.split_at_mut(n);
        let (to_keep, to_new) = rest.split_at_mut(n);
        let (to_reset, to_keep, to_new) = (&mut to_reset[..n], &mut to_keep[..n], &mut to_new[..n]);
        let (both, to_hidden) = by_hidden.split_at_mut(2 * n);
        let to_hidden = &mut to_hidden[..n];
        for j in 0..n {
            let (r, z, x) = (reset[j], keep[j], new[j]);
            let by_new = h[j] * (T::one() - z) * (T::one() - x * x);
            to_new[j] = by_new;
            to_hidden[j] = by_new * r;
            to_reset[j] = by_new * hidden[j] * r * (T::one() - r);
            to_keep[j] = h[j] * (before[j] - x) * z * (T::one() - z);
            h[j] = h[j] * z;
        }
        both[..n].copy_from_slice(to_reset);
        both[n..].copy_from_slice(to_keep);
    }

    /// The way back of a plain step by `tanh`.
    pub(super) fn plain_tanh_back<T: Float>(gates: &[T], h: &[T], to: &mut [T]) {
        for ((to, h), y) in to.iter_mut().zip(h).zip(gates) {
            *to = *h * (T::one() - *y * *y);
        }
    }

    /// The way back of a plain step by `relu`.
    pub(super) fn plain_relu_back<T: Float>(gates: &[T], h: &[T], to: &mut [T]) {
        for ((to, h), y) in to.iter_mut().zip(h).zip(gates) {
            // NaN stays.
            *to = if *y <= T::zero() { T::zero() } else { *h };
        }
    }
}
