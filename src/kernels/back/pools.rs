//! Gradients of pooling and of upsampling, volume by volume: each is added where the windows are. A plane is a volume of depth 1, and a signal one of one
//! row besides.

use num_traits::Float;

use crate::kernels::float::float;
use crate::kernels::level::in_widest;

/// Windows over volumes, as the way forward has them: what is beyond the edges is cut off. Sizes are depth, height and width.
#[derive(Clone, Copy)]
pub(crate) struct Windows {
    pub input: [usize; 3],
    pub output: [usize; 3],
    pub kind: Kind,
    pub average: Average,
}

/// How a window follows from its number.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    /// Of the kernel's size, its elements so far apart; a stride from one to the next, from the padding on.
    Sliding { kernel: [usize; 3], stride: [usize; 3], padding: [usize; 3], dilation: [usize; 3] },
    /// The input shared out evenly.
    Adaptive,
}

/// What an average is divided by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Average {
    /// The elements of its window, and the padding in it.
    All,
    /// The elements of its window.
    Inside,
    /// A number.
    By(usize),
}

/// The elements of an axis that are in a window.
#[derive(Clone, Copy)]
pub(crate) struct Taps {
    pub start: usize,
    pub count: usize,
    pub step: usize,
}

impl Taps {
    #[inline(always)]
    pub(crate) fn each(self) -> impl Iterator<Item = usize> + Clone {
        (0..self.count).map(move |i| self.start + i * self.step)
    }
}

/// How many steps there are in a way.
#[inline(always)]
fn steps(way: usize, step: usize) -> usize {
    if step == 1 { way } else { way.div_ceil(step) }
}

impl Windows {
    /// The part of an axis that its window `i` covers.
    #[inline(always)]
    pub(crate) fn taps(&self, axis: usize, i: usize) -> Taps {
        let (from, to) = (self.input[axis], self.output[axis]);
        match self.kind {
            Kind::Sliding { kernel, stride, padding, dilation } => {
                let (kernel, padding, step) = (kernel[axis], padding[axis], dilation[axis]);
                let first = i * stride[axis];
                let before = steps(padding.saturating_sub(first), step);
                let end = steps(from.saturating_add(padding).saturating_sub(first), step).min(kernel);
                let count = end.saturating_sub(before);
                let start = if count == 0 { 0 } else { first + before * step - padding };
                Taps { start, count, step }
            }
            Kind::Adaptive => {
                let start = i * from / to;
                Taps { start, count: ((i + 1) * from).div_ceil(to) - start, step: 1 }
            }
        }
    }

    /// How many places of an axis an average counts.
    #[inline(always)]
    pub(crate) fn counted(&self, axis: usize, i: usize) -> usize {
        match (self.average, self.kind) {
            (Average::All, Kind::Sliding { kernel, stride, padding, dilation }) => {
                let end = self.input[axis].saturating_add(padding[axis].saturating_mul(2));
                steps(end.saturating_sub(i * stride[axis]), dilation[axis]).min(kernel[axis])
            }
            _ => self.taps(axis, i).count,
        }
    }

    /// What the average of a window is divided by, of which the axes count so many places.
    #[inline(always)]
    pub(crate) fn divisor(&self, counted: [usize; 3]) -> usize {
        if let Average::By(number) = self.average { number } else { counted[0] * counted[1] * counted[2] }
    }

    /// Are the volumes empty?
    fn is_empty(&self) -> bool {
        self.input.contains(&0) || self.output.contains(&0)
    }

    /// The windows of an axis without an element: which axis, and which window.
    pub(crate) fn without_elements(&self) -> Option<(usize, usize)> {
        let windows = (0..3).flat_map(|axis| (0..self.output[axis]).map(move |i| (axis, i)));
        windows.into_iter().find(|&(axis, i)| self.taps(axis, i).count == 0)
    }
}

/// The first of the largest elements of a window, or the last NaN.
///
/// # Panics
/// If the window has no element.
#[inline(always)]
pub(crate) fn place_of_largest<T: PartialOrd>(volume: &[T], [h, w]: [usize; 2], taps: [Taps; 3]) -> usize {
    let [planes, rows, columns] = taps;
    let mut best = (planes.start * h + rows.start) * w + columns.start;
    let mut peak = &volume[best];
    for plane in planes.each() {
        for row in rows.each() {
            let at = (plane * h + row) * w;
            for column in columns.each() {
                let x = &volume[at + column];
                #[allow(clippy::eq_op)] // of NaN
                let beats = x > peak || x != x;
                best = if beats { at + column } else { best };
                peak = if beats { x } else { peak };
            }
        }
    }
    best
}

in_widest! {
    /// Of averages: `to[window] += g / count`.
    pub(crate) fn average_pool<T: Float>(windows: &Windows, grad: &[T], to: &mut [T]) {
        let ([d, h, w], [od, oh, ow]) = (windows.input, windows.output);
        if windows.is_empty() {
            return;
        }
        for (g, to) in grad.chunks_exact(od * oh * ow).zip(to.chunks_exact_mut(d * h * w)) {
            for (zy, g) in g.chunks_exact(ow).enumerate() {
                let (z, y) = (zy / oh, zy % oh);
                let counted = [windows.counted(0, z), windows.counted(1, y)];
                for plane in windows.taps(0, z).each() {
                    for row in windows.taps(1, y).each() {
                        let to = &mut to[(plane * h + row) * w..][..w];
                        for (x, g) in g.iter().enumerate() {
                            let count = windows.divisor([counted[0], counted[1], windows.counted(2, x)]);
                            let share = *g / float(count as f64);
                            let Taps { start, count, step } = windows.taps(2, x);
                            if step == 1 {
                                to[start..start + count].iter_mut().for_each(|to| *to = *to + share);
                            } else {
                                to.iter_mut().skip(start).step_by(step).take(count).for_each(|to| *to = *to + share);
                            }
                        }
                    }
                }
            }
        }
    }

    /// Of maxima: each gradient goes to the first of the largest elements of its window, or to the last NaN, as in PyTorch.
    pub(crate) fn max_pool<T: Float>(windows: &Windows, x: &[T], grad: &[T], to: &mut [T]) {
        let ([d, h, w], [od, oh, ow]) = (windows.input, windows.output);
        if windows.is_empty() {
            return;
        }
        let volumes = grad.chunks_exact(od * oh * ow).zip(x.chunks_exact(d * h * w)).zip(to.chunks_exact_mut(d * h * w));
        for ((g, volume), to) in volumes {
            for (zy, g) in g.chunks_exact(ow).enumerate() {
                let (planes, rows) = (windows.taps(0, zy / oh), windows.taps(1, zy % oh));
                for (x, g) in g.iter().enumerate() {
                    let best = place_of_largest(volume, [h, w], [planes, rows, windows.taps(2, x)]);
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
