//! How the input of a convolution is laid out, so that neighbouring places of the kernel read neighbouring elements.

use super::Sweep;
use crate::kernels::float::as_places;
use crate::kernels::products::Summed;
use crate::kernels::turned::{TILE, columns as turn};
use crate::storage::Scratch;

/// The sizes of a convolution, one-dimensional ones with a height of 1.
#[derive(Clone, Copy)]
pub(crate) struct ConvolutionSizes {
    /// Images: the axes in front of the channels.
    pub images: usize,
    /// Channels of the input and of the result.
    pub channels: [usize; 2],
    pub input: [usize; 2],
    pub kernel: [usize; 2],
    pub output: [usize; 2],
    pub stride: [usize; 2],
    pub padding: [usize; 2],
    pub dilation: [usize; 2],
    pub groups: usize,
}

/// Images, the weights and the bias that convolve them, and their sizes.
pub(super) struct Convolution<'a, T> {
    pub(super) x: &'a [T],
    /// Are images `[H, W, C]`?
    pub(super) channels_last: bool,
    pub(super) weights: &'a [T],
    pub(super) bias: Option<&'a [T]>,
    pub(super) sizes: &'a ConvolutionSizes,
}

/// One axis of the input: which elements of it the places of the kernel read.
///
/// Padded, and with the elements of each phase together: those that are a multiple of the stride apart.
pub(super) struct AxisPlan {
    /// The elements of the input.
    pub size: usize,
    /// Zeros in front of them.
    pub before: usize,
    pub stride: usize,
    /// The phases that are read.
    pub phases: Scratch<usize>,
    /// The elements of each phase.
    pub len: usize,
}

impl AxisPlan {
    /// Of a convolution.
    pub(super) fn new(size: usize, kernel: usize, stride: usize, padding: usize, dilation: usize) -> Self {
        let mut phases: Scratch<usize> = (0..kernel).map(|k| k * dilation % stride).collect();
        phases.sort_unstable();
        phases.dedup();
        AxisPlan { size, before: padding, stride, phases, len: (size + 2 * padding).div_ceil(stride) }
    }

    /// The phase of an element of the padded axis, and its place there.
    pub(super) fn find(&self, i: usize) -> (usize, usize) {
        let phase = self.phases.iter().position(|phase| *phase == i % self.stride).expect("a phase that is read");
        (phase, i / self.stride)
    }

    /// Is all of it read as it lies?
    fn as_it_is(&self) -> bool {
        self.before == 0 && self.stride == 1 && self.len == self.size
    }

    /// For the elements of a phase that are in the input: where they start in the phase and in the input, and how many
    /// there are.
    fn inner(&self, phase: usize) -> (usize, usize, usize) {
        let start = self.before.saturating_sub(phase).div_ceil(self.stride);
        let first = start * self.stride + phase - self.before;
        let count = self.size.saturating_sub(first).div_ceil(self.stride).min(self.len.saturating_sub(start));
        (start, first, count)
    }
}

/// The input of a convolution: `channels` planes.
pub(super) struct Source {
    pub channels: usize,
    /// Do the channels of an element lie next to each other in the input?
    pub channels_last: bool,
    pub rows: AxisPlan,
    pub columns: AxisPlan,
}

impl Source {
    /// Of a convolution.
    pub(super) fn of(sizes: &ConvolutionSizes) -> Self {
        let axis = |i: usize| {
            AxisPlan::new(sizes.input[i], sizes.kernel[i], sizes.stride[i], sizes.padding[i], sizes.dilation[i])
        };
        Source { channels: sizes.channels[0], channels_last: false, rows: axis(0), columns: axis(1) }
    }

    /// Where it lies for each weight of a filter of so many channels, at the first place.
    pub(super) fn taps(&self, channels: usize, sizes: &ConvolutionSizes) -> Scratch<usize> {
        let [kh, kw] = sizes.kernel;
        let mut taps = Scratch::with_room(channels * kh * kw);
        for channel in 0..channels {
            for y in 0..kh {
                for x in 0..kw {
                    taps.push(channel * self.plane() + self.place(y * sizes.dilation[0], x * sizes.dilation[1]));
                }
            }
        }
        taps
    }

    /// The elements of a plane as it is laid out.
    pub(super) fn plane(&self) -> usize {
        self.rows.phases.len() * self.columns.phases.len() * self.rows.len * self.columns.len
    }

    /// Can the input be read where it is?
    pub(super) fn as_it_is(&self) -> bool {
        !self.channels_last && self.rows.as_it_is() && self.columns.as_it_is()
    }

    /// Where an element of the padded plane lies.
    pub(super) fn place(&self, row: usize, column: usize) -> usize {
        let ((py, y), (px, x)) = (self.rows.find(row), self.columns.find(column));
        ((py * self.columns.phases.len() + px) * self.rows.len + y) * self.columns.len + x
    }

    /// Lays out all channels of an image; what is padding is not touched.
    pub(super) fn lay<T: Summed>(&self, image: &[T], to: &mut [T]) {
        let size = self.rows.size * self.columns.size;
        if size == 0 || self.channels == 0 {
            return;
        }
        if self.channels_last {
            return self.lay_turned(image, to);
        }
        let phase_size = self.rows.len * self.columns.len;
        for (image, to) in image.chunks_exact(size).zip(to.chunks_exact_mut(self.plane())) {
            let mut phases = to.chunks_exact_mut(phase_size.max(1));
            for &py in self.rows.phases.iter() {
                let (row, first_row, rows) = self.rows.inner(py);
                for &px in self.columns.phases.iter() {
                    let (column, first_column, columns) = self.columns.inner(px);
                    let Some(phase) = phases.next() else { return };
                    if columns == 0 {
                        continue;
                    }
                    for i in 0..rows {
                        let from = &image[(first_row + i * self.rows.stride) * self.columns.size + first_column..];
                        let to = &mut phase[(row + i) * self.columns.len + column..][..columns];
                        if self.columns.stride == 1 {
                            to.clone_from_slice(&from[..columns]);
                        } else if self.columns.stride == 2 {
                            // A number that the compiler knows: it makes vectors.
                            let (pairs, last) = from.as_chunks::<2>();
                            let whole = columns.min(pairs.len());
                            to.iter_mut().zip(&pairs[..whole]).for_each(|(to, pair)| to.clone_from(&pair[0]));
                            to[whole..].iter_mut().zip(last).for_each(|(to, from)| to.clone_from(from));
                        } else {
                            for (to, from) in to.iter_mut().zip(from.iter().step_by(self.columns.stride)) {
                                to.clone_from(from);
                            }
                        }
                    }
                }
            }
        }
    }
}

impl Source {
    /// As [`lay`](Source::lay), of an image whose channels lie next to each other: some elements of a row become as many of each plane.
    fn lay_turned<T: Summed>(&self, image: &[T], to: &mut [T]) {
        let to = as_places(to);
        let (channels, plane) = (self.channels, self.plane());
        let mut first_of_phase = 0;
        for &py in self.rows.phases.iter() {
            let (row, first_row, rows) = self.rows.inner(py);
            for &px in self.columns.phases.iter() {
                let (column, first_column, columns) = self.columns.inner(px);
                for i in 0..rows {
                    let first = (first_row + i * self.rows.stride) * self.columns.size + first_column;
                    let place = first_of_phase + (row + i) * self.columns.len + column;
                    for at in (0..columns).step_by(TILE) {
                        // The last ones are a whole tile, too, if there are as many, some of them for the second time.
                        let at = at.min(columns.saturating_sub(TILE));
                        let mut lines = [&[][..]; TILE];
                        let lines = &mut lines[..TILE.min(columns - at)];
                        for (j, line) in lines.iter_mut().enumerate() {
                            let element = first + (at + j) * self.columns.stride;
                            *line = &image[element * channels..][..channels];
                        }
                        turn(lines, &[], &mut to[place + at..], plane);
                    }
                }
                first_of_phase += self.rows.len * self.columns.len;
            }
        }
    }
}

/// An input that is read where it is, or laid out an image at a time.
pub(super) struct Images<'s, 'a, T> {
    source: &'s Source,
    /// Elements of an image.
    size: usize,
    /// How far beyond the start of an image its places reach.
    reach: usize,
    /// The elements of all images.
    input: &'a [T],
    scratch: Scratch<T>,
}

impl<'s, 'a, T: Summed> Images<'s, 'a, T> {
    pub(super) fn new(input: &'a [T], source: &'s Source, sweeps: &[Sweep], groups: usize, filters: usize) -> Self {
        let size = source.channels * source.rows.size * source.columns.size;
        let last_group = source.plane() * (source.channels - source.channels / groups);
        let reach = sweeps.iter().map(|places| places.reach::<T>(filters)).max().unwrap_or(0) + last_group;
        Images { source, size, reach, input, scratch: Scratch::new() }
    }

    /// The next image, at least as many elements as its places reach.
    pub(super) fn image(&mut self, i: usize) -> &[T] {
        let rest = &self.input[i * self.size..];
        if self.source.as_it_is() && rest.len() >= self.reach {
            return rest;
        }
        if self.scratch.is_empty() {
            let needed = (self.source.plane() * self.source.channels).max(self.reach);
            self.scratch.make_room(needed);
            self.scratch.resize_with(needed, T::zero);
        }
        self.source.lay(&rest[..self.size], &mut self.scratch);
        &self.scratch
    }
}
