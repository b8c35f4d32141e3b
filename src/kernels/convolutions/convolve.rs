//! Convolutions and transposed ones as sweeps.

#[cfg(feature = "rayon")]
use core::any::TypeId;
use core::mem::MaybeUninit;
use core::ops::Range;
use core::sync::atomic::{AtomicBool, Ordering};

use super::source::{AxisPlan, Convolution, ConvolutionSizes, Images, Planes, Source};
use super::stripes::runs;
use super::{Filters, Sweep, depthwise, few, pointwise, sweep};
use crate::kernels::float::as_places;
use crate::kernels::products::Summed;
use crate::storage::{Buffer, Full, Scratch};

/// Runs `some` on parts of the images on several threads, if that pays and these are floats in one block: on the block, the numbers of the
/// images, and their results.
fn in_parts<T: Summed>(
    sizes: &ConvolutionSizes,
    image_len: usize,
    work: usize,
    out: &mut [MaybeUninit<T>],
    some: impl Fn(Range<usize>, &mut [MaybeUninit<T>]),
) -> bool {
    #[cfg(feature = "rayon")]
    {
        let floats = TypeId::of::<T>() == TypeId::of::<f32>() || TypeId::of::<T>() == TypeId::of::<f64>();
        let parts = crate::kernels::parallel::parts(sizes.images, 1, work);
        if floats && parts > 1 {
            assert!(out.len() == sizes.images * image_len, "the results of all images");
            // SAFETY: all that is shared are floats, weights and sizes, which are only read.
            unsafe { crate::kernels::parallel::split_places(out, image_len, parts, some) };
            return true;
        }
    }
    let _ = (sizes, image_len, work, out, some);
    false
}

/// The results of `sweep`, in new memory.
fn in_new_memory<T>(
    sizes: &ConvolutionSizes,
    sweep: impl for<'a> FnOnce(&'a mut [MaybeUninit<T>]) -> Full<'a, T>,
) -> Buffer<T> {
    let all = [sizes.images, sizes.channels[1], sizes.output[0], sizes.output[1]];
    let len = if all.contains(&0) { Some(0) } else { all.iter().try_fold(1usize, |len, &size| len.checked_mul(size)) };
    let len = len.expect("a number of elements that `usize` can count");
    if len == 0 {
        return Buffer::from_iter(0, core::iter::empty());
    }
    Buffer::written_by(len, sweep)
}

/// Sweeps over each image, and in it over each group, with the weights of a group and a sweep: writes all of `out`.
///
/// # Panics
/// If `out` has not as many elements as the sizes say.
fn sweep_all<'a, 'w, T: Summed + 'w>(
    (x, apart): (&'a [T], Option<Planes<'a, T>>),
    sizes: &ConvolutionSizes,
    source: &Source,
    sweeps: &[Sweep],
    weights: impl Fn(usize, usize) -> Filters<'w, T>,
    bias: Option<&[T]>,
    out: &mut [MaybeUninit<T>],
) {
    let (groups, plane) = (sizes.groups, sizes.output[0] * sizes.output[1]);
    let filters = sizes.channels[1] / groups;
    assert_eq!(sweeps.iter().map(|places| places.rows * places.columns).sum::<usize>(), plane, "each place once");
    let len = sizes.images * groups * filters * plane;
    assert_eq!(out.len(), len, "room for all results");
    if len == 0 {
        return;
    }
    let one =
        |i: usize, out: &mut [MaybeUninit<T>], images: &mut Images<'_, '_, T>, strip: &mut Scratch<MaybeUninit<T>>| {
            for (group, out) in out.chunks_exact_mut(filters * plane).enumerate() {
                let bias = bias.map(|bias| &bias[group * filters..][..filters]);
                let image = images.group(i, group);
                for (i, places) in sweeps.iter().enumerate() {
                    sweep(places, image, &weights(group, i), bias, out, plane, strip);
                }
            }
        };
    let image_len = groups * filters * plane;
    if !in_parts(
        sizes,
        image_len,
        len.saturating_mul(sweeps.iter().map(|places| places.taps.len()).max().unwrap_or(0)),
        out,
        |range, out| {
            let mut images = Images::new(x, apart, source, sweeps, groups, filters);
            let mut strip = Scratch::new();
            for (i, out) in range.zip(out.chunks_exact_mut(image_len)) {
                one(i, out, &mut images, &mut strip);
            }
        },
    ) {
        let mut images = Images::new(x, apart, source, sweeps, groups, filters);
        let mut strip = Scratch::new();
        for (i, out) in out.chunks_exact_mut(image_len).enumerate() {
            one(i, out, &mut images, &mut strip);
        }
    }
}

/// Weights `[O, C / groups, KH, KW]`.
pub(crate) fn convolve<T: Summed>(x: &[T], weights: &[T], bias: Option<&[T]>, sizes: &ConvolutionSizes) -> Buffer<T> {
    let of = Convolution { x, apart: None, channels_last: false, weights, bias, sizes };
    in_new_memory(sizes, |out| convolve_to(&of, out))
}

/// As [`convolve`], of planes whose rows need not lie next to each other.
///
/// # Panics
/// If elements of a row are apart, or planes have not the input's size.
pub(crate) fn convolve_planes<'a, T: Summed>(
    x: Planes<'a, T>,
    weights: &'a [T],
    bias: Option<&'a [T]>,
    sizes: &'a ConvolutionSizes,
) -> Buffer<T> {
    let of = Convolution { x: &[], apart: Some(x), channels_last: false, weights, bias, sizes };
    in_new_memory(sizes, |out| convolve_to(&of, out))
}

/// Are planes read where they lie, though their rows are not next to each other?
pub(crate) fn reads_planes(sizes: &ConvolutionSizes) -> bool {
    !few::are_few(sizes)
}

/// As [`convolve`], of images `[H, W, C]`, of elements that need not be dropped.
pub(crate) fn convolve_channels_last<T: Summed>(
    x: &[T],
    weights: &[T],
    bias: Option<&[T]>,
    sizes: &ConvolutionSizes,
) -> Buffer<T> {
    let of = Convolution { x, apart: None, channels_last: true, weights, bias, sizes };
    in_new_memory(sizes, |out| convolve_to(&of, out))
}

/// As [`convolve`], into memory that is there.
pub(crate) fn convolve_into<T: Summed + Copy>(
    x: &[T],
    weights: &[T],
    bias: Option<&[T]>,
    sizes: &ConvolutionSizes,
    out: &mut [T],
) {
    convolve_to(&Convolution { x, apart: None, channels_last: false, weights, bias, sizes }, as_places(out));
}

fn convolve_to<'a, T: Summed>(of: &Convolution<'_, T>, out: &'a mut [MaybeUninit<T>]) -> Full<'a, T> {
    if !few::run(of, out) {
        convolve_many(of, out);
    }
    // SAFETY: the sweeps of each image and group write the planes of all filters: there are as many places as a plane has, and
    // no two of them the same, since there is one sweep. Where places are few, each row of the products is written, one for each of them.
    unsafe { Full::new(out) }
}

/// What has more than few places.
fn convolve_many<T: Summed>(of: &Convolution<'_, T>, out: &mut [MaybeUninit<T>]) {
    let Convolution { x, apart, channels_last, weights, bias, sizes } = *of;
    if pointwise::is_product(of) {
        let [image, made] = sizes.channels.map(|channels| channels * sizes.input[0] * sizes.input[1]);
        let done = AtomicBool::new(true);
        let some = |range: Range<usize>, out: &mut [MaybeUninit<T>]| {
            let written = pointwise::run(of, &x[range.start * image..range.end * image], out);
            done.fetch_and(written, Ordering::Relaxed);
        };
        if !in_parts(sizes, made, out.len().saturating_mul(sizes.channels[0]), out, some) {
            some(0..sizes.images, out);
        }
        if done.into_inner() {
            return;
        }
    }
    let source = Source { channels_last, ..Source::of(sizes) };
    let (inner, filters) = (sizes.channels[0] / sizes.groups, sizes.channels[1] / sizes.groups);
    let taps = source.taps(inner, sizes);
    let count = taps.len();
    let of_group =
        |group: usize, _| Filters::new(filters, count, &weights[group * filters * count..][..filters * count]);
    let [rows, columns] = sizes.output;
    let pitch = source.columns.len;
    let runs = if filters == 1 { runs(&taps, pitch) } else { Scratch::new() };
    let places = Sweep { taps, runs, rows, columns, pitch, first: 0, row_step: columns, column_step: 1 };
    if channels_last && let Some(job) = depthwise::Job::new(weights, bias, sizes, &places) {
        let [image, made] = [sizes.input[0] * sizes.input[1], rows * columns].map(|places| places * sizes.channels[0]);
        let some = |range: Range<usize>, out: &mut [MaybeUninit<T>]| {
            assert!(job.run(&x[range.start * image..range.end * image], out), "loops for these elements");
        };
        if !in_parts(sizes, made, out.len().saturating_mul(count), out, some) {
            some(0..sizes.images, out);
        }
        return;
    }
    sweep_all((x, apart), sizes, &source, &[places], of_group, bias, out);
}

/// One axis of a transposed convolution, for the results that are a multiple of the stride from `first`.
struct Residue {
    first: usize,
    count: usize,
    /// The places of the kernel that take part, and how far before or after the first result's they read.
    reads: Scratch<(usize, isize)>,
}

fn residues(output: usize, kernel: usize, stride: usize, padding: usize, dilation: usize) -> Scratch<Residue> {
    (0..stride.min(output))
        .map(|first| {
            let reads = (0..kernel).filter_map(|k| {
                let at = (first + padding) as isize - (k * dilation) as isize;
                (at.rem_euclid(stride as isize) == 0).then(|| (k, at.div_euclid(stride as isize)))
            });
            Residue { first, count: (output - first).div_ceil(stride), reads: reads.collect() }
        })
        .collect()
}

/// The input with as many zeros about it as the residues read.
fn surrounded(size: usize, residues: &[Residue]) -> AxisPlan {
    let reads = || residues.iter().flat_map(|r| r.reads.iter().map(move |(_, at)| (*at, *at + r.count as isize)));
    let before = reads().map(|(from, _)| -from).max().unwrap_or(0).max(0) as usize;
    let end = reads().map(|(_, to)| to).max().unwrap_or(0).max(size as isize) as usize;
    AxisPlan { size, before, stride: 1, phases: Scratch::from_iter([0]), len: before + end, shared: 0 }
}

/// Weights `[C, O / groups, KH, KW]`. Each result whose place leaves the same remainder by the stride reads the same places of
/// the kernel, so that those are a sweep of their own, and no zeros are put between the elements of the input.
pub(crate) fn convolve_transposed<T: Summed>(
    x: &[T],
    weights: &[T],
    bias: Option<&[T]>,
    sizes: &ConvolutionSizes,
) -> Buffer<T> {
    in_new_memory(sizes, |out| convolve_transposed_to(x, weights, bias, sizes, out))
}

/// As [`convolve_transposed`], into memory that is there: the gradient of a convolution's input by that of its result, where the sizes are the
/// convolution's with input and output, and the channels, the other way round.
pub(crate) fn convolve_transposed_into<T: Summed + Copy>(
    x: &[T],
    weights: &[T],
    bias: Option<&[T]>,
    sizes: &ConvolutionSizes,
    out: &mut [T],
) {
    convolve_transposed_to(x, weights, bias, sizes, as_places(out));
}

fn convolve_transposed_to<'a, T: Summed>(
    x: &[T],
    weights: &[T],
    bias: Option<&[T]>,
    sizes: &ConvolutionSizes,
    out: &'a mut [MaybeUninit<T>],
) -> Full<'a, T> {
    let axis =
        |i: usize| residues(sizes.output[i], sizes.kernel[i], sizes.stride[i], sizes.padding[i], sizes.dilation[i]);
    let (rows, columns) = (axis(0), axis(1));
    let source = Source {
        channels: sizes.channels[0],
        channels_last: false,
        rows: surrounded(sizes.input[0], &rows),
        columns: surrounded(sizes.input[1], &columns),
    };
    let (inner, filters) = (sizes.channels[0] / sizes.groups, sizes.channels[1] / sizes.groups);
    let [kh, kw] = sizes.kernel;
    let of_both =
        |f: &dyn Fn(&Residue) -> usize| rows.iter().map(f).sum::<usize>() * columns.iter().map(f).sum::<usize>();
    let mut sweeps = Scratch::with_room(rows.len() * columns.len());
    // For each sweep, those of all groups; and where those of a sweep begin.
    let mut of_sweeps = Scratch::with_room(sizes.groups * filters * inner * of_both(&|one| one.reads.len()));
    let mut begins = Scratch::with_room(rows.len() * columns.len());
    for row in rows.iter() {
        for column in columns.iter() {
            let count = inner * row.reads.len() * column.reads.len();
            let (mut taps, mut from) = (Scratch::with_room(count), Scratch::with_room(count));
            for channel in 0..inner {
                for &(y, dy) in row.reads.iter() {
                    for &(x, dx) in column.reads.iter() {
                        let (dy, dx) = (dy + source.rows.before as isize, dx + source.columns.before as isize);
                        taps.push(channel * source.plane() + source.place(dy as usize, dx as usize));
                        from.push((channel, y * kw + x));
                    }
                }
            }
            begins.push(of_sweeps.len());
            for group in 0..sizes.groups {
                for filter in 0..filters {
                    of_sweeps.extend(from.iter().map(|(channel, k)| {
                        weights[((group * inner + channel) * filters + filter) * kh * kw + k].clone()
                    }));
                }
            }
            sweeps.push(Sweep {
                runs: if filters == 1 { runs(&taps, source.columns.len) } else { Scratch::new() },
                taps,
                rows: row.count,
                columns: column.count,
                pitch: source.columns.len,
                first: row.first * sizes.output[1] + column.first,
                row_step: sizes.stride[0] * sizes.output[1],
                column_step: sizes.stride[1],
            });
        }
    }
    let of_group = |group: usize, i: usize| {
        let all = filters * sweeps[i].taps.len();
        Filters::new(filters, sweeps[i].taps.len(), &of_sweeps[begins[i] + group * all..][..all])
    };
    sweep_all((x, None), sizes, &source, &sweeps, of_group, bias, out);
    // SAFETY: the sweeps of each image and group write the planes of all filters: there are as many places as a plane has, and
    // no two of them the same, since there is one sweep for each remainder of the row and of the column.
    unsafe { Full::new(out) }
}
