//! Convolutions, pooling, upsampling.

use alloc::vec;
use alloc::vec::Vec;

use super::widened;
use crate::hlo::{Convolution, Element, Fold, Id, Notes, Pooling};
use crate::kernels::back::columns::Sweep;
use crate::kernels::back::pools::{Average, Kind, Windows};
use crate::kernels::convolutions::{ConvolutionSizes, VolumeSizes};
use crate::kind::Lower;
use crate::ops::borders::{BorderBack, Mode};
use crate::ops::columns::{GatherBack, SpreadBack};
use crate::ops::convolutions::ConvolutionBack;
use crate::ops::interpolation::ResampleBack;
use crate::ops::pooling_back::{PoolBack, UpsamplingBack};
use crate::ops::shuffle::ShuffleBack;

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
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let ConvolutionBack { sizes, transposed } = self;
        let [input, weights] = [x[0], x[1]].map(|x| widened(notes, x));
        let [of_images, of_volumes] = if transposed {
            [transposed_of_images, transposed_of_volumes]
        } else {
            [convolution_of_images, convolution_of_volumes]
        };
        let (made, plane) = if sizes.depth.is_flat() {
            (of_images(notes, input, weights, &sizes), &[1, 1][..])
        } else {
            (of_volumes(notes, input, weights, &sizes), &[1; 3][..])
        };
        match x.get(2) {
            Some(bias) => {
                let bias = notes.convert(*bias, notes.dtype(made));
                let bias = notes.reshape(bias, &[&[sizes.planes.channels[1]], plane].concat());
                notes.binary("add", made, bias)
            }
            None => made,
        }
    }
}

fn convolution_of_images(notes: &mut Notes, x: Id, weights: Id, sizes: &VolumeSizes) -> Id {
    let sizes = &sizes.planes;
    let ([channels, filters], [h, w]) = (sizes.channels, sizes.output);
    let image = notes.reshape(x, &[sizes.images, channels, sizes.input[0], sizes.input[1]]);
    let kernel = notes.reshape(weights, &[filters, channels / sizes.groups, sizes.kernel[0], sizes.kernel[1]]);
    notes.convolution(image, kernel, convolution(sizes, sizes.input, sizes.output), vec![sizes.images, filters, h, w])
}

fn transposed_of_images(notes: &mut Notes, x: Id, weights: Id, sizes: &VolumeSizes) -> Id {
    let sizes = &sizes.planes;
    let ([channels, filters], [h, w]) = (sizes.channels, sizes.output);
    let image = notes.reshape(x, &[sizes.images, channels, sizes.input[0], sizes.input[1]]);
    let kernel = notes.reshape(weights, &[channels, filters / sizes.groups, sizes.kernel[0], sizes.kernel[1]]);
    let by = convolution(sizes, sizes.output, sizes.input);
    notes.transposed_convolution(image, kernel, &by, &[sizes.images, filters, h, w])
}

/// What a kernel of some depth reads are so many channels of one image.
fn convolution_of_volumes(notes: &mut Notes, x: Id, weights: Id, sizes: &VolumeSizes) -> Id {
    let VolumeSizes { planes, depth } = *sizes;
    let ([channels, filters], images) = (planes.channels, planes.images);
    let ([h, w], [rows, columns]) = (planes.input, planes.output);
    let volume = notes.reshape(x, &[images, channels, depth.input, h, w]);
    let zero = notes.like(0.0, volume);
    let reach = (depth.kernel - 1) * depth.dilation + 1;
    let end = (depth.output as isize - 1) * depth.stride as isize + reach as isize;
    let (front, back) = (depth.padding as isize, end - depth.input as isize - depth.padding as isize);
    let padded = notes.pad(volume, zero, vec![[0; 3], [0; 3], [front, back, 0], [0; 3], [0; 3]]);
    let read: Vec<Id> = (0..depth.kernel)
        .map(|k| {
            let first = k * depth.dilation;
            let last = first + depth.output.saturating_sub(1) * depth.stride + usize::from(depth.output > 0);
            let part = notes.slice(
                padded,
                vec![[0, images, 1], [0, channels, 1], [first, last, depth.stride], [0, h, 1], [0, w, 1]],
            );
            notes.reshape(part, &[images, channels, 1, depth.output, h, w])
        })
        .collect();
    let read = notes.concat(&read, 2);
    let by_depth = notes.transpose(read, &[0, 3, 1, 2, 4, 5]);
    let places = VolumeSizes { planes: sizes.of_places(images * depth.output), depth };
    let made = convolution_of_images(notes, by_depth, weights, &places);
    let made = notes.reshape(made, &[images, depth.output, filters, rows, columns]);
    notes.transpose(made, &[0, 2, 1, 3, 4])
}

/// The planes of the result that each plane of the input makes, as so many channels of one image, and their sums where they come to lie.
fn transposed_of_volumes(notes: &mut Notes, x: Id, weights: Id, sizes: &VolumeSizes) -> Id {
    let VolumeSizes { planes, depth } = *sizes;
    let ([channels, filters], images) = (planes.channels, planes.images);
    let ([h, w], [rows, columns]) = (planes.input, planes.output);
    let volume = notes.reshape(x, &[images, channels, depth.input, h, w]);
    let zero = notes.like(0.0, volume);
    let by_depth = notes.transpose(volume, &[0, 2, 1, 3, 4]);
    let each =
        ConvolutionSizes { images: images * depth.input, channels: [channels, filters * depth.kernel], ..planes };
    let made = transposed_of_images(notes, by_depth, weights, &VolumeSizes { planes: each, depth });
    let made = notes.reshape(made, &[images, depth.input, filters, depth.kernel, rows * columns]);
    let mut sum = None;
    for k in 0..depth.kernel {
        let part = notes.narrow(made, 3, k, 1);
        let part = notes.reshape(part, &[images, depth.input, filters, rows * columns]);
        let front = (k * depth.dilation) as isize - depth.padding as isize;
        let spread = (depth.input as isize - 1) * depth.stride as isize + 1;
        let back = depth.output as isize - front - spread;
        let part = notes.pad(part, zero, vec![[0; 3], [front, back, depth.stride as isize - 1], [0; 3], [0; 3]]);
        sum = Some(sum.map_or(part, |sum| notes.binary("add", sum, part)));
    }
    let sum = sum.expect("a kernel has a place");
    let sum = notes.transpose(sum, &[0, 2, 1, 3]);
    notes.reshape(sum, &[images, filters, depth.output, rows, columns])
}

/// Planes, `[1, n, h, w]`.
fn planes(notes: &mut Notes, x: Id, [h, w]: [usize; 2]) -> Id {
    let count = notes.numel(x).checked_div(h * w).unwrap_or(0);
    notes.reshape(x, &[1, count, h, w])
}

/// First height and width, then depth beside both of them as one axis: a window of three axes is one of the third over those of two.
impl<T> Lower<T> for PoolBack {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let Windows { input, output, kind, .. } = self.windows;
        let mut made = widened(notes, x[0]);
        let (kernel, stride, padding, dilation) = match kind {
            Kind::Sliding { kernel, stride, padding, dilation } => (kernel, stride, padding, dilation),
            Kind::Adaptive if self.largest => return shared_out(notes, made, &self.windows),
            Kind::Adaptive => {
                let weights = [0, 1, 2].map(|axis| shares(&self.windows, axis));
                return notes.summed_along(made, input, output, weights.each_ref().map(|of| Some(&of[..])));
            }
        };
        let fold = if self.largest { Fold::Largest } else { Fold::Sum };
        let of = |axis: usize| {
            let steps = (output[axis] as isize - 1) * stride[axis] as isize;
            let reach = (kernel[axis] as isize - 1) * dilation[axis] as isize + 1;
            let front = padding[axis] as isize;
            [front, steps + reach - input[axis] as isize - front]
        };
        let one = (1, 1, [0; 2]);
        let along = |axis: usize| (kernel[axis], stride[axis], of(axis));
        let apart = dilation != [1; 3];
        for axis in (0..3).filter(|_| apart) {
            // The axes behind it are still those of the input.
            let inner = input[axis + 1..].iter().product();
            made = apart_along(notes, fold, made, [input[axis], inner], along(axis), [dilation[axis], output[axis]]);
        }
        for (sizes, [y, x]) in
            [([input[1], input[2]], [along(1), along(2)]), ([input[0], output[1] * output[2]], [along(0), one])]
        {
            if apart || [y, x] == [one, one] {
                continue;
            }
            let plane = planes(notes, made, sizes);
            let by = Pooling { kernel: [y.0, x.0], stride: [y.1, x.1], pads: [y.2, x.2] };
            made = notes.pool(fold, plane, by);
        }
        if self.largest {
            return made;
        }
        // What sums are divided by, which where padding does not count is another number at the edges.
        let counts: [Vec<f64>; 3] =
            [0, 1, 2].map(|axis| (0..output[axis]).map(|i| self.windows.counted(axis, i) as f64).collect());
        if let Average::By(number) = self.windows.average {
            return notes.by("divide", made, number as f64);
        }
        let dtype = notes.dtype(made);
        let count = notes.numel(made).checked_div(output.iter().product()).unwrap_or(0);
        made = notes.reshape(made, &[count, output[0], output[1], output[2]]);
        for (axis, counts) in counts.iter().enumerate() {
            let mut sizes = [1; 4];
            sizes[1 + axis] = output[axis];
            let divisor = notes.constant(counts, sizes.to_vec());
            let divisor = notes.convert(divisor, dtype);
            made = notes.binary("divide", made, divisor);
        }
        made
    }
}

/// Windows over an axis of `from` elements, which lie `inner` apart, whose own elements lie `dilation` apart: what they hold first, second, and so on.
fn apart_along(
    notes: &mut Notes,
    fold: Fold,
    x: Id,
    [from, inner]: [usize; 2],
    (kernel, stride, [front, back]): (usize, usize, [isize; 2]),
    [dilation, to]: [usize; 2],
) -> Id {
    let lanes = super::lanes(notes, x, [from, inner]);
    let (start, op) = if matches!(fold, Fold::Sum) { (0.0, "add") } else { (f64::NEG_INFINITY, "maximum") };
    let start = notes.like(start, lanes);
    let padded = notes.pad(lanes, start, vec![[0; 3], [front, back.max(0), 0], [0; 3]]);
    let outer = notes.sizes(padded)[0];
    let parts = (0..kernel).map(|k| {
        let first = k * dilation;
        [first, first + to.saturating_sub(1) * stride + usize::from(to > 0), stride]
    });
    let mut made = None;
    for part in parts {
        let held = notes.slice(padded, vec![[0, outer, 1], part, [0, inner, 1]]);
        made = Some(made.map_or(held, |made| notes.binary(op, made, held)));
    }
    made.expect("a window holds an element")
}

/// The matrix that averages along an axis, `[to, from]`.
fn shares(windows: &Windows, axis: usize) -> Vec<f64> {
    let (from, to) = (windows.input[axis], windows.output[axis]);
    let mut weights = vec![0.0; to * from];
    for i in 0..to {
        let taps = windows.taps(axis, i);
        weights[i * from + taps.start..][..taps.count].fill(1.0 / taps.count as f64);
    }
    weights
}

/// The largest elements of windows that share axes out: along each axis part by part.
fn shared_out(notes: &mut Notes, x: Id, windows: &Windows) -> Id {
    let count = notes.numel(x).checked_div(windows.input.iter().product()).unwrap_or(0);
    let [depth, height, width] = windows.input;
    let mut made = notes.reshape(x, &[count, depth, height, width]);
    for axis in 0..3 {
        if windows.output[axis] == windows.input[axis] {
            continue;
        }
        let parts: Vec<_> = (0..windows.output[axis])
            .map(|i| {
                let taps = windows.taps(axis, i);
                let part = notes.narrow(made, 1 + axis, taps.start, taps.count);
                notes.reduce_keepdim(Fold::Largest, part, &[1 + axis])
            })
            .collect();
        made = notes.concat(&parts, 1 + axis);
    }
    made
}

impl<T> Lower<T> for UpsamplingBack {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let ([h, w], [rows, columns]) = (self.input, self.factors);
        let plane = planes(notes, x[0], [h, w]);
        let count = notes.sizes(plane)[1];
        let spaced = notes.reshape(plane, &[count, h, 1, w, 1]);
        notes.stretch(spaced, &[count, h, rows, w, columns])
    }
}

/// Weighted sums along each axis that changes: a product with a matrix.
impl<T> Lower<T> for ResampleBack {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let work = self.0;
        let wide = widened(notes, x[0]);
        let weights = [0, 1, 2].map(|axis| {
            let taps = work.taps(axis)?;
            let from = work.from[axis];
            let mut weights = vec![0.0; work.to[axis] * from];
            for (i, (at, by)) in taps.places().enumerate() {
                at.iter().zip(by).for_each(|(at, by)| weights[i * from + at] += by);
            }
            Some(weights)
        });
        notes.summed_along(wide, work.from, work.to, weights.each_ref().map(Option::as_deref))
    }
}

impl Notes {
    /// Volumes `from`, summed along their axes to volumes `to` by matrices `[to, from]`, where there is one.
    fn summed_along(&mut self, x: Id, from: [usize; 3], to: [usize; 3], weights: [Option<&[f64]>; 3]) -> Id {
        let dtype = self.dtype(x);
        let count = self.numel(x).checked_div(from.iter().product()).unwrap_or(0);
        let mut made = self.reshape(x, &[count, from[0], from[1], from[2]]);
        for axis in 0..3 {
            let Some(weights) = weights[axis] else { continue };
            if from[axis] == 1 && to[axis] == 1 {
                continue;
            }
            let matrix = self.constant(weights, vec![to[axis], from[axis]]);
            let matrix = self.convert(matrix, dtype);
            // The axis goes last, and is summed with the matrix's.
            let mut order = [0, 1, 2, 3];
            order.swap(1 + axis, 3);
            let turned = self.transpose(made, &order);
            let summed = self.dot(turned, matrix, 0, [3, 1]);
            made = self.transpose(summed, &order);
        }
        made
    }
}

/// Parts of each axis in front of it and behind it.
impl<T> Lower<T> for BorderBack {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let mut made = x[0];
        let mut inner = 1;
        for (axis, &(before, after)) in self.widths.iter().enumerate() {
            let size = self.from.sizes[axis];
            let lanes = super::lanes(notes, made, [size, inner]);
            let [first, last] = match self.mode {
                Mode::Reflect => [1, size.saturating_sub(1 + after)],
                Mode::Replicate => [0, size.saturating_sub(1)],
                Mode::Circular => [size.saturating_sub(before), 0],
            };
            let mut part = |from: usize, width: usize| match self.mode {
                Mode::Replicate => {
                    let one = notes.narrow(lanes, 1, from, 1);
                    let mut sizes = notes.sizes(one).to_vec();
                    sizes[1] = width;
                    notes.stretch(one, &sizes)
                }
                Mode::Circular => notes.narrow(lanes, 1, from, width),
                Mode::Reflect => {
                    let part = notes.narrow(lanes, 1, from, width);
                    notes.reverse(part, vec![1])
                }
            };
            let front = (before > 0).then(|| part(first, before));
            let back = (after > 0).then(|| part(last, after));
            let parts: Vec<Id> = [front, Some(lanes), back].into_iter().flatten().collect();
            made = if parts.len() > 1 { notes.concat(&parts, 1) } else { lanes };
            inner *= self.to.sizes[axis];
        }
        made
    }
}

/// Axes that change places: those of the operand are the result's by their steps.
impl<T> Lower<T> for ShuffleBack {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let (sizes, steps) = self.0;
        let picture = sizes.iter().product();
        let count = notes.numel(x[0]).checked_div(picture).unwrap_or(0);
        // From the longest step to the shortest; an axis of one element may stand anywhere.
        let mut by_step = [0, 1, 2, 3, 4];
        by_step.sort_by_key(|axis| core::cmp::Reverse((steps[*axis], sizes[*axis])));
        let mut apart = vec![count];
        apart.extend(by_step.map(|axis| sizes[axis]));
        let parts = notes.reshape(x[0], &apart);
        let mut order = [0; 6];
        for (place, axis) in by_step.into_iter().enumerate() {
            order[1 + axis] = 1 + place;
        }
        notes.transpose(parts, &order)
    }
}

/// Shows `f` each place of a kernel: how far from the first it lies in height and width.
fn each_tap(sweep: &Sweep, mut f: impl FnMut([usize; 2])) {
    for i in 0..sweep.kernel[0] {
        for j in 0..sweep.kernel[1] {
            f([i * sweep.dilation[0], j * sweep.dilation[1]]);
        }
    }
}

impl<T> Lower<T> for SpreadBack {
    /// For each place of the kernel the elements that it meets.
    fn lower(self, notes: &mut Notes, x: &[Id], to: &[usize]) -> Id
    where
        T: Element,
    {
        let Sweep { input, output, stride, padding, .. } = self.0;
        if to.contains(&0) {
            return notes.filled(0.0, to, notes.dtype(x[0]));
        }
        let planes = notes.numel(x[0]).checked_div(input[0] * input[1]).unwrap_or(0);
        // Of no elements all windows are padding.
        let planes = if planes == 0 { to.iter().product::<usize>() / self.0.lens()[1].max(1) } else { planes };
        let x = notes.reshape(x[0], &[planes, input[0], input[1]]);
        let (zero, [high, wide]) = (notes.like(0.0, x), padding.map(|n| n as isize));
        let x = notes.pad(x, zero, vec![[0; 3], [high, high, 0], [wide, wide, 0]]);
        let mut taps = vec![];
        each_tap(&self.0, |at| {
            let part = |axis: usize| [at[axis], at[axis] + (output[axis] - 1) * stride[axis] + 1, stride[axis]];
            let tap = notes.slice(x, vec![[0, planes, 1], part(0), part(1)]);
            taps.push(notes.reshape(tap, &[planes, 1, output[0] * output[1]]));
        });
        notes.concat(&taps, 1)
    }
}

impl<T> Lower<T> for GatherBack {
    /// For each place of the kernel its elements where it met them, and the sum of all.
    fn lower(self, notes: &mut Notes, x: &[Id], to: &[usize]) -> Id
    where
        T: Element,
    {
        let Sweep { input, output, kernel, stride, padding, .. } = self.0;
        let (count, taps) = (output[0] * output[1], kernel[0] * kernel[1]);
        let planes = to.iter().product::<usize>().checked_div(input[0] * input[1]).unwrap_or(0);
        let wide = widened(notes, x[0]);
        let mut sum = notes.filled(0.0, &[planes, input[0], input[1]], notes.dtype(wide));
        if planes == 0 || count == 0 || taps == 0 {
            return sum;
        }
        let (x, zero) = (notes.reshape(wide, &[planes, taps, count]), notes.like(0.0, wide));
        let mut tap = 0;
        each_tap(&self.0, |at| {
            let own = notes.narrow(x, 1, tap, 1);
            let own = notes.reshape(own, &[planes, output[0], output[1]]);
            let part = |axis: usize| {
                let front = at[axis] as isize - padding[axis] as isize;
                let reach = ((output[axis] - 1) * stride[axis] + 1) as isize;
                [front, input[axis] as isize - front - reach, stride[axis] as isize - 1]
            };
            let spread = notes.pad(own, zero, vec![[0; 3], part(0), part(1)]);
            sum = notes.binary("add", sum, spread);
            tap += 1;
        });
        sum
    }
}
