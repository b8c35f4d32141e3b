//! Convolutions whose results have few places: products of what the taps read, a row for each place, by the weights as they lie. A sweep's vectors
//! would be partly empty, and it would read all weights again for each image.

use core::mem::MaybeUninit;

use num_traits::Float;

use super::source::{Convolution, ConvolutionSizes};
use crate::kernels::float::for_floats;
use crate::kernels::products::{Grid, ProductSizes, Summed, gemm};
use crate::storage::Scratch;

/// So few places are few.
const MOST: usize = 12;
/// So are those of rows of so many, and of so many in all, where what is laid out serves so many filters.
const COLUMNS: usize = 8;
const PLACES: usize = 64;
const FILTERS: usize = 64;
/// What the taps read is laid out for so many elements at a time, and for so many places at least.
const ELEMENTS: usize = 1 << 17;
const ROWS: usize = 64;

/// Places of the kernel that are next to each other, and read what is so in a plane of the input, from there on.
struct Run {
    tap: usize,
    from: usize,
    len: usize,
}

/// What the taps of a place read that are not over the padding.
struct Reads {
    /// Of all places of the result, one after the other.
    all: Scratch<Run>,
    /// Where those of each place end.
    ends: Scratch<usize>,
}

impl Reads {
    fn of(sizes: &ConvolutionSizes) -> Self {
        let ([h, w], [rows, columns], [kh, kw]) = (sizes.input, sizes.output, sizes.kernel);
        let inside = |axis: usize, i: usize, k: usize, size: usize| {
            let at = (i * sizes.stride[axis] + k * sizes.dilation[axis]).checked_sub(sizes.padding[axis])?;
            (at < size).then_some(at)
        };
        let mut all = Scratch::with_room(rows * columns * kh * kw);
        let mut ends = Scratch::with_room(rows * columns);
        for place in 0..rows * columns {
            let mut run: Option<Run> = None;
            for tap in 0..kh * kw {
                let at = inside(0, place / columns, tap / kw, h).zip(inside(1, place % columns, tap % kw, w));
                let Some(from) = at.map(|(row, column)| row * w + column) else { continue };
                match &mut run {
                    Some(run) if (run.tap + run.len, run.from + run.len) == (tap, from) => run.len += 1,
                    _ => all.extend(run.replace(Run { tap, from, len: 1 })),
                }
            }
            all.extend(run);
            ends.push(all.len());
        }
        Reads { all, ends }
    }

    fn at(&self, place: usize) -> &[Run] {
        let from = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.all[from..self.ends[place]]
    }
}

/// Have results so few places that they may be products?
pub(super) fn are_few(sizes: &ConvolutionSizes) -> bool {
    let (places, filters) = (sizes.output[0] * sizes.output[1], sizes.channels[1] / sizes.groups);
    let narrow = filters >= FILTERS && places <= PLACES && sizes.output[1] <= COLUMNS;
    narrow || places <= MOST && filters >= 8
}

/// Writes all results, if they have few places, and enough is computed of each element that is laid out.
pub(super) fn run<T: Summed>(of: &Convolution<'_, T>, out: &mut [MaybeUninit<T>]) -> bool {
    let Convolution { x, weights, bias, sizes, .. } = *of;
    if !are_few(sizes) || weights.len() < 16 * sizes.channels[1] || x.is_empty() || out.is_empty() {
        return false;
    }
    for_floats!(T, |same| {
        let bias = bias.map(|bias| same.slice(bias));
        let (x, weights) = (same.slice(x), same.slice(weights));
        products(&Convolution { x, apart: None, channels_last: of.channels_last, weights, bias, sizes }, same.places(out));
        true
    }, else false)
}

/// As many elements, which is cheaper said to the compiler than counted.
#[inline(always)]
fn some<const N: usize, T: Copy>(to: &mut [T], from: &[T]) {
    if let (Some(to), Some(from)) = (to.first_chunk_mut::<N>(), from.first_chunk::<N>()) {
        *to = *from;
    }
}

fn products<T: Float + 'static>(of: &Convolution<'_, T>, out: &mut [MaybeUninit<T>]) {
    let Convolution { x, channels_last, weights, bias, sizes, .. } = *of;
    let (places, groups) = (sizes.output[0] * sizes.output[1], sizes.groups);
    let (inner, filters) = (sizes.channels[0] / groups, sizes.channels[1] / groups);
    let (plane, kernel) = (sizes.input[0] * sizes.input[1], sizes.kernel[0] * sizes.kernel[1]);
    let (image_len, result_len, k) = (sizes.channels[0] * plane, sizes.channels[1] * places, inner * kernel);
    assert!(x.len() == sizes.images * image_len && out.len() == sizes.images * result_len, "all images");
    assert!(groups * filters == sizes.channels[1], "each result is one of a group");
    let reads = Reads::of(sizes);
    let images = ((ELEMENTS / k).max(ROWS) / places).clamp(1, sizes.images);
    // What is padding stays 0: each row is always of the same place.
    let mut laid: Scratch<T> = Scratch::with_room(images * places * k);
    laid.resize(images * places * k, T::zero());
    let mut made: Scratch<T> = Scratch::with_room(images * places * filters);
    made.resize(images * places * filters, T::zero());
    for (x, out) in x.chunks(images * image_len).zip(out.chunks_mut(images * result_len)) {
        let rows = x.len() / image_len * places;
        let (laid, made) = (&mut laid[..rows * k], &mut made[..rows * filters]);
        for group in 0..groups {
            for (i, row) in laid.chunks_exact_mut(k).enumerate() {
                let image = &x[i / places * image_len..][..image_len];
                for &Run { tap, from, len } in reads.at(i % places) {
                    if channels_last {
                        for i in 0..len {
                            let channels = &image[(from + i) * sizes.channels[0] + group * inner..];
                            row.chunks_exact_mut(kernel).zip(channels).for_each(|(to, x)| to[tap + i] = *x);
                        }
                        continue;
                    }
                    let channels = image[group * inner * plane..].chunks_exact(plane);
                    let both = row.chunks_exact_mut(kernel).zip(channels);
                    match len {
                        1 => both.for_each(|(to, x)| to[tap] = x[from]),
                        2 => both.for_each(|(to, x)| some::<2, _>(&mut to[tap..], &x[from..])),
                        3 => both.for_each(|(to, x)| some::<3, _>(&mut to[tap..], &x[from..])),
                        _ => both.for_each(|(to, x)| to[tap..][..len].copy_from_slice(&x[from..][..len])),
                    }
                }
            }
            let weights = Grid { elements: &weights[group * filters * k..][..filters * k], rows: k, columns: 1 };
            let product = ProductSizes { m: rows, k, n: filters };
            gemm(Grid { elements: laid, rows: k, columns: 1 }, weights.transposed(), product, false, made);
            let bias = bias.map(|bias| &bias[group * filters..][..filters]);
            for (i, row) in made.chunks_exact(filters).enumerate() {
                let image = &mut out[i / places * result_len + group * filters * places..][..filters * places];
                for (f, (to, sum)) in image.chunks_exact_mut(places).zip(row).enumerate() {
                    to[i % places].write(bias.map_or(*sum, |bias| bias[f] + *sum));
                }
            }
        }
    }
}
