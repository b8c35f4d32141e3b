//! Each channel by itself, of images whose channels lie next to each other: vectors of channels, where the other loops have vectors of places. The products of a place
//! are added in the order of the loops for images that lie otherwise, so that their sums have the same bits.

use core::mem::MaybeUninit;

use num_traits::Zero;

use super::source::ConvolutionSizes;
use super::{Sweep, Way, stripes};
use crate::kernels::float::for_floats;
use crate::kernels::products::{Matrix, Summed};
use crate::kernels::simd::{Real, Simd, compiled};
use crate::kernels::turned::{Reach, columns as turn};
use crate::storage::Scratch;

/// So many rows of places are summed together, where one reads for a place of the kernel what the others read for others.
const ROWS: usize = 4;
/// Fewer channels leave too much of a vector empty.
const FEW: usize = 8;

/// Taps of one column of the kernel, each a row further than the one before: all that are added one after the other.
struct Run {
    row: usize,
    column: usize,
    count: usize,
}

/// A convolution of images of so many channels.
pub(super) struct Job<'a, T> {
    /// `[C, 1, KH, KW]`.
    weights: &'a [T],
    bias: Option<&'a [T]>,
    sizes: &'a ConvolutionSizes,
    runs: Scratch<Run>,
    /// The numbers of the weights, as they are added.
    order: Scratch<usize>,
    /// Does what a row of places reads for a run begin a row after what the row before reads?
    shared: bool,
}

impl<'a, T: Summed> Job<'a, T> {
    /// As the sweep goes, if there are such loops for these sizes and elements.
    ///
    /// # Panics
    /// If there is no weight for each tap, or no bias for each channel.
    pub(super) fn new(
        weights: &'a [T],
        bias: Option<&'a [T]>,
        sizes: &'a ConvolutionSizes,
        sweep: &Sweep,
    ) -> Option<Self> {
        let ([channels, filters], [height, width]) = (sizes.channels, sizes.kernel);
        let taps = height * width;
        let fits =
            sizes.groups == channels && filters == channels && channels >= FEW && (1..=stripes::MOST).contains(&taps);
        // Elsewhere what is not in stripes is added otherwise.
        if !fits || !cfg!(target_arch = "x86_64") || !stripes::can::<T>() {
            return None;
        }
        assert!(
            weights.len() == channels * taps && bias.is_none_or(|bias| bias.len() == channels),
            "weights of each channel"
        );
        let in_stripes = sweep.tiles::<T>(1).1 == Way::Stripes;
        let shared = in_stripes && sizes.stride[0] == 1 && sizes.dilation[0] == 1 && height + 1 >= ROWS;
        let (mut runs, mut order) = (Scratch::new(), Scratch::with_room(taps));
        if in_stripes {
            sweep.runs.iter().for_each(|run| order.extend(run.weights()));
        } else {
            order.extend(0..taps);
        }
        if shared {
            runs.extend((0..width).map(|column| Run { row: 0, column, count: height }));
            let by_columns = (0..taps).map(|i| i % height * width + i / height);
            assert!(order.iter().copied().eq(by_columns), "columns of the kernel, one after the other");
        } else {
            runs.extend(order.iter().map(|i| Run { row: i / width, column: i % width, count: 1 }));
        }
        Some(Job { weights, bias, sizes, runs, order, shared })
    }

    /// Writes the planes of these images, `[H, W, C]` each, if elements are floats: says whether they are.
    ///
    /// # Panics
    /// If there are not as many places as results.
    pub(super) fn run(&self, x: &[T], out: &mut [MaybeUninit<T>]) -> bool {
        for_floats!(T, |same| {
            let Job { weights, bias, sizes, shared, .. } = *self;
            let job = Floats {
                x: same.slice(x),
                weights: same.slice(weights),
                bias: bias.map(|bias| same.slice(bias)),
                sizes,
                runs: &self.runs,
                order: &self.order,
                shared,
            };
            Depthwise::images(&job, same.places(out));
            true
        }, else false)
    }
}

/// As [`Job`], of one type of floats.
struct Floats<'a, T> {
    x: &'a [T],
    weights: &'a [T],
    bias: Option<&'a [T]>,
    sizes: &'a ConvolutionSizes,
    runs: &'a [Run],
    order: &'a [usize],
    shared: bool,
}

compiled! { Depthwise::images(Floats) by all, each Tile by tile }

/// The rows of an image as they are read, with padding and whole vectors of channels: where they are, or copied shortly before, so that they are still in the nearest
/// cache.
struct Lines<T> {
    /// Where rows begin: of the image, or of the copies.
    starts: Scratch<usize>,
    /// Places for so many rows, one after the other, and behind them a row of zeros; of an image that is read as it is, nothing.
    copies: Scratch<T>,
    count: usize,
    /// From one place to the next, and from one row to the next.
    place: usize,
    row: usize,
    /// So many rows of this image are there.
    there: usize,
}

impl<T: Real> Lines<T> {
    #[inline(always)]
    fn new(sizes: &ConvolutionSizes, wide: usize, together: usize) -> Self {
        let ConvolutionSizes { channels: [channels, _], input, kernel, stride, dilation, padding, .. } = *sizes;
        let (height, row) = (input[0] + 2 * padding[0], (input[1] + 2 * padding[1]) * wide);
        let as_it_is = padding == [0, 0] && wide == channels;
        let count = if as_it_is { 0 } else { (together - 1) * stride[0] + (kernel[0] - 1) * dilation[0] + 1 };
        let mut copies = Scratch::new();
        if !as_it_is {
            copies.make_room((count + 1) * row);
            copies.resize_with((count + 1) * row, T::zero);
        }
        let inside = padding[0]..padding[0] + input[0];
        let start = |i: usize| match count {
            0 => i,
            _ if inside.contains(&i) => i % count,
            _ => count,
        };
        Lines { starts: (0..height).map(|i| start(i) * row).collect(), copies, count, place: wide, row, there: 0 }
    }

    /// Makes sure that rows are there up to this one, and gives what they begin in. Of those before as many are as there are places for.
    #[inline(always)]
    fn up_to<'a>(&'a mut self, end: usize, image: &'a [T], sizes: &ConvolutionSizes) -> &'a [T] {
        if self.count == 0 {
            return image;
        }
        let (channels, [_, width], padding) = (sizes.channels[0], sizes.input, sizes.padding);
        for i in self.there.max(padding[0])..end.min(padding[0] + sizes.input[0]) {
            let from = &image[(i - padding[0]) * width * channels..][..width * channels];
            let to = &mut self.copies[self.starts[i] + padding[1] * self.place..][..width * self.place];
            if self.place == channels {
                to.copy_from_slice(from);
                continue;
            }
            for (to, from) in to.chunks_exact_mut(self.place).zip(from.chunks_exact(channels)) {
                to[..channels].copy_from_slice(from);
            }
        }
        self.there = self.there.max(end);
        &self.copies
    }
}

/// Some places of some rows, of the channels of a vector.
///
/// Invariant: the source has a vector for each of the places and each tap, there is a vector of weights for each tap, and room for the results, which is nobody else's for `'a`. If there are several rows, each reads a row of the
/// source further than the one before, and so do taps of a run, of which there are as many as rows but one.
struct Tile<'a, T> {
    rows: usize,
    places: usize,
    lanes: usize,
    runs: &'a [Run],
    /// The place of the source that the first one reads for the first column of the kernel, were its row the first one; and where rows begin.
    from: *const T,
    lines: &'a [usize],
    /// From row to row of the kernel.
    row: usize,
    /// From column to column of the kernel, and from place to place.
    column: usize,
    place: usize,
    /// Those of the first tap, and the bias, for these channels: as many as all channels further are those of the next one.
    weights: *const T,
    bias: &'a [T],
    channels: usize,
    /// Results, of all channels one after the other.
    to: *mut T,
    to_row: usize,
}

#[inline(always)]
fn all<S: Simd<Elem: Real>>(s: S, job: &Floats<'_, S::Elem>, out: &mut [MaybeUninit<S::Elem>]) {
    let ConvolutionSizes { channels: [channels, _], input: [height, width], output, .. } = *job.sizes;
    let (image, plane) = (height * width * channels, output[0] * output[1]);
    if image == 0 || plane == 0 {
        return;
    }
    assert!(job.x.len() / image * plane * channels == out.len(), "a place for each result");
    let wide = channels.next_multiple_of(S::LANES);
    // A row for each tap, as they are added, and one for the bias behind them.
    let mut weights = Scratch::with_room((job.order.len() + 1) * wide);
    weights.resize_with((job.order.len() + 1) * wide, S::Elem::zero);
    for (row, &tap) in weights.chunks_exact_mut(wide).zip(job.order) {
        for (to, from) in row.iter_mut().zip(job.weights.chunks_exact(job.order.len())) {
            *to = from[tap];
        }
    }
    if let Some(bias) = job.bias {
        weights[job.order.len() * wide..][..channels].copy_from_slice(bias);
    }
    let together = if job.shared { ROWS } else { 1 };
    let mut lines = Lines::new(job.sizes, wide, together);
    let mut strip: Scratch<S::Elem> = Scratch::new();
    strip.make_room(ROWS * output[1] * wide);
    strip.resize_with(ROWS * output[1] * wide, S::Elem::zero);
    for (x, out) in job.x.chunks_exact(image).zip(out.chunks_exact_mut(plane * channels)) {
        lines.there = 0;
        for first in (0..output[0]).step_by(ROWS) {
            let count = ROWS.min(output[0] - first);
            let together = if count == ROWS { together } else { 1 };
            for row in (0..count).step_by(together) {
                let to = &mut strip[row * output[1] * wide..];
                rows(s, job, x, &mut lines, &weights, [first + row, together], to);
            }
            let places = count * output[1];
            if places > 0 {
                let lines = Matrix::apart(&strip, [places, channels], wide);
                turn(&lines, &mut out[first * output[1]..], plane, Reach::Next);
            }
        }
    }
}

/// Results of some rows of places, of all channels each: from one on, `together`.
#[inline(always)]
fn rows<S: Simd<Elem: Real>>(
    s: S,
    job: &Floats<'_, S::Elem>,
    x: &[S::Elem],
    lines: &mut Lines<S::Elem>,
    weights: &[S::Elem],
    [first, together]: [usize; 2],
    to: &mut [S::Elem],
) {
    let ConvolutionSizes { kernel, output: [_, width], stride, dilation, .. } = *job.sizes;
    let (wide, row, taps) = (lines.place, lines.row, job.order.len());
    let start = first * stride[0];
    let end = (first + together - 1) * stride[0] + (kernel[0] - 1) * dilation[0] + 1;
    let source = lines.up_to(end, x, job.sizes);
    let source = (source.as_ptr(), source.len());
    let lines = &lines.starts[start..end];
    assert!(lines.iter().all(|line| line + row <= source.1), "whole rows");
    let last = (width - 1) * stride[1] + (kernel[1] - 1) * dilation[1];
    assert!((last + 1) * wide <= row, "as far as places reach");
    assert!(wide.is_multiple_of(S::LANES) && weights.len() == (taps + 1) * wide, "whole vectors of weights");
    assert!(to.len() >= together * width * wide, "room for all results");
    let listed = job.runs.iter().all(|run| run.row + run.count <= kernel[0] && run.column < kernel[1]);
    assert!(listed && job.runs.iter().map(|run| run.count).sum::<usize>() == taps, "a weight for each tap");
    // What several rows share is a row further for the next one.
    let follow = stride[0] == 1 && dilation[0] == 1 && job.runs.iter().all(|run| run.count + 1 >= ROWS);
    assert!(
        together == 1 && job.runs.iter().all(|run| run.count == 1 || dilation[0] == 1) || follow,
        "rows that follow each other"
    );
    for channel in (0..wide).step_by(S::LANES) {
        let mut at = 0;
        while at < width {
            // So many rows and so many places from `at` on are there, and what they read, by the assertions above.
            let tile = Tile {
                rows: together,
                places: 0,
                lanes: S::LANES,
                runs: job.runs,
                from: source.0.wrapping_add(at * stride[1] * wide + channel),
                lines,
                row: dilation[0],
                column: dilation[1] * wide,
                place: stride[1] * wide,
                weights: weights.as_ptr().wrapping_add(channel),
                bias: &weights[taps * wide + channel..],
                channels: wide,
                to: to.as_mut_ptr().wrapping_add(at * wide + channel),
                to_row: width * wide,
            };
            macro_rules! sizes {
                ($($rows:literal $places:literal)*) => { $(
                    if together == $rows && width - at >= $places {
                        s.call(OneTile::<_, $rows, $places>(Tile { places: $places, ..tile }));
                        at += $places;
                        continue;
                    }
                )* };
            }
            if const { S::REGISTERS == 32 } {
                sizes! { 4 4  4 1  1 8  1 4  1 1 }
            } else {
                sizes! { 4 2  4 1  1 4  1 1 }
            }
            unreachable!("a tile of {together} rows");
        }
    }
}

/// `N` places of each of `R` rows, a vector of channels of each.
///
/// # Panics
/// If the tile has others.
#[inline(always)]
#[allow(clippy::needless_range_loop)] // loops of constants, which are unrolled
fn tile<S: Simd, const R: usize, const N: usize>(s: S, tile: Tile<'_, S::Elem>) {
    assert!((tile.rows, tile.places, tile.lanes) == (R, N, S::LANES), "the tile's own size");
    let bias = s.load(tile.bias);
    let mut sums = [[bias; N]; R];
    let mut weights = tile.weights;
    for run in tile.runs {
        let lines = &tile.lines[run.row * tile.row..][..run.count + R - 1];
        let from = tile.from.wrapping_add(run.column * tile.column);
        // A row of the source, for those rows of places of which it is one of the taps.
        macro_rules! add {
            ($i:expr, $line:expr, $first:expr, $end:expr) => {
                let from = from.wrapping_add($line);
                let mut x = [s.zero(); N];
                for v in 0..N {
                    // SAFETY: a place of this row of the source, which one of the rows reads for one of the taps.
                    x[v] = unsafe { s.load_at(from.wrapping_add(v * tile.place)) };
                }
                for r in $first..$end {
                    // SAFETY: there is a vector of weights for each tap.
                    let weight = unsafe { s.load_at(weights.wrapping_add(($i - r) * tile.channels)) };
                    for v in 0..N {
                        sums[r][v] = s.mul_add(weight, x[v], sums[r][v]);
                    }
                }
            };
        }
        for i in 0..R - 1 {
            add!(i, lines[i], 0, i + 1);
        }
        for i in R - 1..run.count {
            add!(i, lines[i], 0, R);
        }
        for j in 1..R {
            let i = run.count + j - 1;
            add!(i, lines[i], j, R);
        }
        weights = weights.wrapping_add(run.count * tile.channels);
    }
    for r in 0..R {
        for v in 0..N {
            // SAFETY: there is room for the places of each row.
            unsafe { s.store_at(sums[r][v], tile.to.wrapping_add(r * tile.to_row + v * tile.channels)) };
        }
    }
}
