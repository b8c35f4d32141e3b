//! Convolutions, pooling, upsampling.

use alloc::vec;

use super::widened;
use crate::hlo::{Convolution, Element, Fold, Id, Notes, Pooling};
use crate::kernels::back::pools::{Kind, Windows};
use crate::kernels::convolutions::ConvolutionSizes;
use crate::kind::{Lower, Lowering};
use crate::ops::convolutions::ConvolutionBack;
use crate::ops::interpolation::ResampleBack;
use crate::ops::pooling_back::{PoolBack, UpsamplingBack};

/// The convolution that makes an output of an input, which are planes of these sizes.
fn convolution(sizes: &ConvolutionSizes, input: [usize; 2], output: [usize; 2]) -> Convolution {
    let pads = core::array::from_fn(|i| {
        let reach = (sizes.kernel[i] as isize - 1) * sizes.dilation[i] as isize + 1;
        let steps = (output[i] as isize - 1) * sizes.stride[i] as isize;
        let front = sizes.padding[i] as isize;
        [front, steps + reach - input[i] as isize - front]
    });
    Convolution {
        input: Convolution::INPUT,
        kernel: Convolution::KERNEL,
        output: Convolution::INPUT,
        stride: sizes.stride,
        pads,
        dilation: [[1; 2], sizes.dilation],
        groups: sizes.groups,
        batch_groups: 1,
    }
}

impl<T> Lower<T> for ConvolutionBack {
    fn lower(self, at: &mut Lowering<'_>, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let mut notes = at.notes();
        let notes = &mut *notes;
        let ConvolutionBack { sizes, transposed } = self;
        let ([channels, filters], groups) = (sizes.channels, sizes.groups);
        let [image, weights] = [x[0], x[1]].map(|x| widened(notes, x));
        let image = notes.reshape(image, &[sizes.images, channels, sizes.input[0], sizes.input[1]]);
        let to = [sizes.images, filters, sizes.output[0], sizes.output[1]];
        let made = if transposed {
            let kernel = notes.reshape(weights, &[channels, filters / groups, sizes.kernel[0], sizes.kernel[1]]);
            notes.transposed_convolution(image, kernel, &convolution(&sizes, sizes.output, sizes.input), &to)
        } else {
            let kernel = notes.reshape(weights, &[filters, channels / groups, sizes.kernel[0], sizes.kernel[1]]);
            notes.convolution(image, kernel, convolution(&sizes, sizes.input, sizes.output), to.to_vec())
        };
        match x.get(2) {
            Some(bias) => {
                let bias = notes.convert(*bias, notes.dtype(made));
                let bias = notes.reshape(bias, &[filters, 1, 1]);
                notes.binary("add", made, bias)
            }
            None => made,
        }
    }
}

/// Planes, `[1, n, h, w]`.
fn planes(notes: &mut Notes, x: Id, [h, w]: [usize; 2]) -> Id {
    let count = notes.numel(x).checked_div(h * w).unwrap_or(0);
    notes.reshape(x, &[1, count, h, w])
}

impl<T> Lower<T> for PoolBack {
    fn lower(self, at: &mut Lowering<'_>, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let mut notes = at.notes();
        let notes = &mut *notes;
        let Windows { input, output, kind } = self.windows;
        let wide = widened(notes, x[0]);
        let plane = planes(notes, wide, input);
        let (kernel, stride, padding) = match kind {
            Kind::Sliding { kernel, stride, padding } => (kernel, stride, padding),
            Kind::Adaptive => return adaptive(notes, plane, &self.windows),
        };
        let pads = core::array::from_fn(|i| {
            let steps = (output[i] as isize - 1) * stride[i] as isize;
            let front = padding[i] as isize;
            [front, steps + kernel[i] as isize - input[i] as isize - front]
        });
        let by = Pooling { kernel, stride, pads };
        if self.largest {
            return notes.pool(Fold::Largest, plane, by);
        }
        let sum = notes.pool(Fold::Sum, plane, by);
        notes.by("divide", sum, (kernel[0] * kernel[1]) as f64)
    }
}

/// Averages of windows that share an axis out evenly: a product with a matrix for each axis.
fn adaptive(notes: &mut Notes, plane: Id, windows: &Windows) -> Id {
    let dtype = notes.dtype(plane);
    let mut made = plane;
    for axis in [0, 1] {
        let (from, to) = (windows.input[axis], windows.output[axis]);
        let mut weights = vec![0f32; to * from];
        for i in 0..to {
            let span = windows.span(axis, i);
            let share = 1.0 / span.len() as f32;
            weights[i * from..][span].fill(share);
        }
        let matrix = notes.constant(&weights, vec![to, from]);
        let matrix = notes.convert(matrix, dtype);
        // The axis goes last, and is summed with the matrix's.
        let turned = notes.transpose(made, if axis == 0 { &[0, 1, 3, 2] } else { &[0, 1, 2, 3] });
        let summed = notes.dot(turned, matrix, 0, [3, 1]);
        made = notes.transpose(summed, if axis == 0 { &[0, 1, 3, 2] } else { &[0, 1, 2, 3] });
    }
    made
}

impl<T> Lower<T> for UpsamplingBack {
    fn lower(self, at: &mut Lowering<'_>, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let mut notes = at.notes();
        let notes = &mut *notes;
        let ([h, w], [rows, columns]) = (self.input, self.factors);
        let plane = planes(notes, x[0], [h, w]);
        let count = notes.sizes(plane)[1];
        let spaced = notes.reshape(plane, &[count, h, 1, w, 1]);
        notes.stretch(spaced, &[count, h, rows, w, columns])
    }
}

/// Weighted sums along each axis that changes: a product with a matrix.
impl<T> Lower<T> for ResampleBack {
    fn lower(self, at: &mut Lowering<'_>, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let mut notes = at.notes();
        let notes = &mut *notes;
        let work = self.0;
        let wide = widened(notes, x[0]);
        let dtype = notes.dtype(wide);
        let volume = work.from.iter().product();
        let count = notes.numel(wide).checked_div(volume).unwrap_or(0);
        let [depth, height, width] = work.from;
        let mut made = notes.reshape(wide, &[count, depth, height, width]);
        for axis in 0..3 {
            let Some(taps) = work.taps(axis) else { continue };
            let (from, to) = (work.from[axis], work.to[axis]);
            let mut weights = vec![0f64; to * from];
            for (i, (at, by)) in taps.places().enumerate() {
                at.iter().zip(by).for_each(|(at, by)| weights[i * from + at] += by);
            }
            let matrix = notes.constant(&weights, vec![to, from]);
            let matrix = notes.convert(matrix, dtype);
            // The axis goes last, and is summed with the matrix's.
            let mut order = [0, 1, 2, 3];
            order.swap(1 + axis, 3);
            let turned = notes.transpose(made, &order);
            let summed = notes.dot(turned, matrix, 0, [3, 1]);
            made = notes.transpose(summed, &order);
        }
        made
    }
}
