//! Gradients of pooling and of upsampling, plane by plane: each is added where the windows are. A signal is a plane of one row.

use core::ops::Range;

use num_traits::Float;

use crate::kernels::float::float;
use crate::kernels::level::in_widest;

/// Windows over planes, as the way forward has them: what is beyond the edges is cut off.
#[derive(Clone, Copy)]
pub(crate) struct Windows {
    pub input: [usize; 2],
    pub output: [usize; 2],
    pub kind: Kind,
}

/// How a window follows from its number.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    /// Of the kernel's size, a stride apart, from the padding on.
    Sliding { kernel: [usize; 2], stride: [usize; 2], padding: [usize; 2] },
    /// The input shared out evenly.
    Adaptive,
}

impl Windows {
    /// The part of an axis that its window `i` covers.
    #[inline(always)]
    pub(crate) fn span(&self, axis: usize, i: usize) -> Range<usize> {
        let (from, to) = (self.input[axis], self.output[axis]);
        match self.kind {
            Kind::Sliding { kernel, stride, padding } => {
                let start = i * stride[axis];
                start.saturating_sub(padding[axis])..(start + kernel[axis] - padding[axis]).min(from)
            }
            Kind::Adaptive => i * from / to..((i + 1) * from).div_ceil(to),
        }
    }

    /// How many elements an average is of: padding counts as zeros.
    #[inline(always)]
    fn count(&self, rows: &Range<usize>, columns: &Range<usize>) -> usize {
        match self.kind {
            Kind::Sliding { kernel: [rows, columns], .. } => rows * columns,
            Kind::Adaptive => rows.len() * columns.len(),
        }
    }

    /// Are the planes empty?
    fn is_empty(&self) -> bool {
        self.input.contains(&0) || self.output.contains(&0)
    }
}

in_widest! {
    /// Of averages: `to[window] += g / count`.
    pub(crate) fn average_pool<T: Float>(windows: &Windows, grad: &[T], to: &mut [T]) {
        let ([h, w], [oh, ow]) = (windows.input, windows.output);
        if windows.is_empty() {
            return;
        }
        for (g, to) in grad.chunks_exact(oh * ow).zip(to.chunks_exact_mut(h * w)) {
            for (y, g) in g.chunks_exact(ow).enumerate() {
                let rows = windows.span(0, y);
                for to in to[rows.start * w..rows.end * w].chunks_exact_mut(w) {
                    for (x, g) in g.iter().enumerate() {
                        let columns = windows.span(1, x);
                        let share = *g / float(windows.count(&rows, &columns) as f64);
                        to[columns].iter_mut().for_each(|to| *to = *to + share);
                    }
                }
            }
        }
    }

    /// Of maxima: each gradient goes to the first of the largest elements of its window, or to the last NaN, as in PyTorch.
    pub(crate) fn max_pool<T: Float>(windows: &Windows, x: &[T], grad: &[T], to: &mut [T]) {
        let ([h, w], [oh, ow]) = (windows.input, windows.output);
        if windows.is_empty() {
            return;
        }
        let planes = grad.chunks_exact(oh * ow).zip(x.chunks_exact(h * w)).zip(to.chunks_exact_mut(h * w));
        for ((g, plane), to) in planes {
            for (y, g) in g.chunks_exact(ow).enumerate() {
                let rows = windows.span(0, y);
                for (x, g) in g.iter().enumerate() {
                    let columns = windows.span(1, x);
                    let mut best = rows.start * w + columns.start;
                    let mut peak = plane[best];
                    for row in rows.clone() {
                        let at = row * w + columns.start;
                        for (i, x) in plane[at..][..columns.len()].iter().enumerate() {
                            let beats = *x > peak || x.is_nan();
                            best = if beats { at + i } else { best };
                            peak = if beats { *x } else { peak };
                        }
                    }
                    to[best] = to[best] + *g;
                }
            }
        }
    }

    /// Of elements repeated along both axes: `to += ` the sums of blocks of `factors` elements; the sizes are those of the input.
    pub(crate) fn upsample_nearest<T: Float>(input: [usize; 2], factors: [usize; 2], grad: &[T], to: &mut [T]) {
        let ([_, w], [rows, columns]) = (input, factors);
        if w * rows * columns == 0 {
            return;
        }
        for (g, to) in grad.chunks_exact(rows * w * columns).zip(to.chunks_exact_mut(w)) {
            for g in g.chunks_exact(w * columns) {
                for (to, g) in to.iter_mut().zip(g.chunks_exact(columns)) {
                    *to = g.iter().fold(*to, |sum, g| sum + *g);
                }
            }
        }
    }
}
