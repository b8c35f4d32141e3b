//! How the input of a convolution is laid out, so that neighbouring places of the kernel read neighbouring elements.

use core::mem::MaybeUninit;
use core::ops::Range;

use super::Sweep;
use crate::kernels::float::{as_places, for_floats};
use crate::kernels::products::{Matrix, Summed};
use crate::kernels::simd::{Simd, compiled};
use crate::kernels::turned::{Reach, columns as turn};
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

/// Planes, one for each channel of each image, by their numbers: of rows that need not lie next to each other.
pub(crate) type Planes<'a, T> = &'a dyn Fn(usize) -> Matrix<'a, T>;

/// Images, the weights and the bias that convolve them, and their sizes.
pub(super) struct Convolution<'a, T> {
    pub(super) x: &'a [T],
    /// In place of them, where their rows do not lie next to each other.
    pub(super) apart: Option<Planes<'a, T>>,
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
    /// The elements of each phase, from the start of one to that of the next.
    pub len: usize,
    /// So many zeros of the padding behind the last element are those in front of the next row's first one.
    pub shared: usize,
}

impl AxisPlan {
    /// Of a convolution.
    pub(super) fn new(size: usize, kernel: usize, stride: usize, padding: usize, dilation: usize) -> Self {
        let mut phases: Scratch<usize> = (0..kernel).map(|k| k * dilation % stride).collect();
        phases.sort_unstable();
        phases.dedup();
        AxisPlan { size, before: padding, stride, phases, len: (size + 2 * padding).div_ceil(stride), shared: 0 }
    }

    /// The same, of rows that follow each other, whose places read so far beyond their own: what is padding behind one is so in front of the next. Less lies between
    /// the rows, which is computed with them. Rows of more places than that leaves room for stay apart.
    fn of_rows(self, beyond: usize) -> Self {
        if self.stride != 1 || self.before > beyond {
            return self;
        }
        AxisPlan { len: self.len - self.before, shared: self.before, ..self }
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
        Source {
            channels: sizes.channels[0],
            channels_last: false,
            rows: axis(0),
            columns: axis(1).of_rows((sizes.kernel[1].max(1) - 1) * sizes.dilation[1]),
        }
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
        self.rows.phases.len() * self.columns.phases.len() * self.rows.len * self.columns.len + self.columns.shared
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

    /// Lays out channels of an image, all of them if they are last; what is padding is not touched.
    pub(super) fn lay<T: Summed>(&self, image: &[T], to: &mut [T]) {
        let size = self.rows.size * self.columns.size;
        if size == 0 || self.channels == 0 {
            return;
        }
        if self.channels_last {
            return self.lay_turned(image, to);
        }
        let plane = |i: usize| Matrix::of(&image[i * size..][..size], self.rows.size, self.columns.size);
        self.lay_planes(0..image.len() / size, &plane, to);
    }

    /// The same, of some planes.
    fn lay_planes<'a, T: Summed>(&self, some: Range<usize>, planes: &dyn Fn(usize) -> Matrix<'a, T>, to: &mut [T]) {
        let phase_size = self.rows.len * self.columns.len;
        for (i, to) in some.zip(to.chunks_exact_mut(self.plane())) {
            let image = planes(i);
            assert!((image.height, image.width) == (self.rows.size, self.columns.size), "the rows of a plane");
            if self.columns.stride == 2 && self.part(&image, to) {
                continue;
            }
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
                        let from = image.row(first_row + i * self.rows.stride, first_column..self.columns.size);
                        let from = from.expect("rows that lie in memory");
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

/// A plane of an image, of rows of which every other element is of one phase.
struct Plane<'a, T> {
    image: Matrix<'a, T>,
    source: &'a Source,
}

compiled! { Parted::parted(Plane) by rows_in_two }

/// The even columns of each row to one phase, and the odd ones to the other, those that are read: in the order of rows, so that memory reads ahead.
#[inline(always)]
fn rows_in_two<S: Simd>(s: S, plane: &Plane<'_, S::Elem>, out: &mut [MaybeUninit<S::Elem>]) {
    let Source { rows, columns, .. } = plane.source;
    let phase = rows.len * columns.len;
    // Where the even columns of the first row go, and the odd ones, and how many these are: none, if they are not read.
    let mut places = [(0, 0); 2];
    for (i, &px) in columns.phases.iter().enumerate() {
        let (column, parity, count) = columns.inner(px);
        places[parity] = (i * phase + column, count);
    }
    for i in 0..plane.image.height {
        let from = plane.image.row(i, 0..columns.size).expect("rows that lie in memory");
        let row = i + rows.before;
        let Some(py) = rows.phases.iter().position(|phase| *phase == row % rows.stride) else { continue };
        let first = py * columns.phases.len() * phase + row / rows.stride * columns.len;
        let to = places.map(|(at, count)| if count == 0 { 0..0 } else { first + at..first + at + count });
        let [even, odd] = out.get_disjoint_mut(to).expect("phases apart");
        in_two(s, from, even, odd);
    }
}

/// Even elements, and odd ones: all, or none.
#[inline(always)]
fn in_two<S: Simd>(s: S, from: &[S::Elem], even: &mut [MaybeUninit<S::Elem>], odd: &mut [MaybeUninit<S::Elem>]) {
    let (pairs, last) = from.as_chunks::<2>();
    let count = pairs.len();
    if count >= S::LANES {
        for at in (0..count).step_by(S::LANES) {
            // The last vectors are whole, too: some elements are written twice.
            let at = at.min(count - S::LANES);
            let [x, y] = s.parted(s.load(&from[2 * at..]), s.load(&from[2 * at + S::LANES..]));
            if !even.is_empty() {
                s.store(x, &mut even[at..]);
            }
            if !odd.is_empty() {
                s.store(y, &mut odd[at..]);
            }
        }
    } else {
        let (low, high) = pairs.as_flattened().split_at(S::LANES.min(2 * count));
        let [x, y] = s.parted(s.load_part(low), s.load_part(high));
        s.store_part(x, even.get_mut(..count).unwrap_or_default());
        s.store_part(y, odd);
    }
    if let ([last], Some(to)) = (last, even.last_mut()) {
        to.write(*last);
    }
}

impl Source {
    /// Lays out a plane whose columns are read at every other place, if elements are floats: says whether they are.
    fn part<T: Summed>(&self, image: &Matrix<'_, T>, to: &mut [T]) -> bool {
        for_floats!(T, |same| {
            Parted::parted(&Plane { image: image.same(same), source: self }, same.places(as_places(to)));
            true
        }, else false)
    }

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
                    if columns > 0 {
                        let step = self.columns.stride * channels;
                        let lines = Matrix::apart(&image[first * channels..], [columns, channels], step);
                        turn(&lines, &mut to[place..], plane, Reach::Next);
                    }
                }
                first_of_phase += self.rows.len * self.columns.len;
            }
        }
    }
}

/// An input that is read where it is, or laid out a group of an image at a time, or an image, if its channels are last.
pub(super) struct Images<'s, 'a, T> {
    source: &'s Source,
    groups: usize,
    /// Elements of an image.
    size: usize,
    /// How far beyond the start of a group its places reach.
    reach: usize,
    /// The elements of all images.
    input: &'a [T],
    apart: Option<Planes<'a, T>>,
    scratch: Scratch<T>,
}

impl<'s, 'a, T: Summed> Images<'s, 'a, T> {
    pub(super) fn new(
        input: &'a [T],
        apart: Option<Planes<'a, T>>,
        source: &'s Source,
        sweeps: &[Sweep],
        groups: usize,
        filters: usize,
    ) -> Self {
        let size = source.channels * source.rows.size * source.columns.size;
        let reach = sweeps.iter().map(|places| places.reach::<T>(filters)).max().unwrap_or(0);
        Images { source, groups, size, reach, input, apart, scratch: Scratch::new() }
    }

    /// Makes it once.
    fn make_room(&mut self, needed: usize) {
        if self.scratch.is_empty() {
            self.scratch.make_room(needed);
            self.scratch.resize_with(needed, T::zero);
        }
    }

    /// A group of an image, at least as many elements as its places reach: of one image after the other, group by group.
    pub(super) fn group(&mut self, image: usize, group: usize) -> &[T] {
        let (channels, plane) = (self.source.channels / self.groups, self.source.plane());
        let (last, start) = (self.source.channels_last, group * channels * plane);
        if let Some(planes) = self.apart {
            let first = (image * self.groups + group) * channels;
            self.make_room((plane * channels).max(self.reach));
            self.source.lay_planes(first..first + channels, planes, &mut self.scratch);
            return &self.scratch;
        }
        let image = &self.input[image * self.size..];
        if self.source.as_it_is() && image.len() >= start + self.reach {
            return &image[start..];
        }
        let before = if last { (self.groups - 1) * channels * plane } else { 0 };
        self.make_room(before + (plane * channels).max(self.reach));
        if !last {
            let size = self.size / self.groups;
            self.source.lay(&image[group * size..][..size], &mut self.scratch);
            return &self.scratch;
        }
        if group == 0 {
            self.source.lay(&image[..self.size], &mut self.scratch);
        }
        &self.scratch[start..]
    }
}
