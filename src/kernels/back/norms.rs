//! Gradients of normalisations, by the mean and the reciprocal deviation that the way forward has kept: two numbers for each row (layer norm,
//! RMS norm), for each group of each image (group norm, instance norm), or for each channel (batch norm).

use num_traits::Float;

use super::{BLOCK, RECENT, Total, add_to, block_sum};
use crate::kernels::float::float;
use crate::kernels::level::in_widest;

/// The mean of elements and the mean of their squares about it, which come in blocks, again and again the same ones. The mean is mended by what
/// the elements are more than its rounded number.
#[inline(always)]
fn moments<'a, T: Float + 'a, I: Iterator<Item = &'a [T]>>(count: T, centred: bool, blocks: impl Fn() -> I) -> [T; 2] {
    let mut mean = T::zero();
    if centred {
        let mut sum = Total::new();
        blocks().for_each(|x| sum.push(block_sum(x)));
        mean = sum.total() / count;
    }
    let (mut rest, mut square) = (Total::new(), Total::new());
    let mut terms = [[T::zero(); BLOCK]; 2];
    for x in blocks() {
        let [rests, squares] = &mut terms;
        for ((rest, square), x) in rests.iter_mut().zip(squares.iter_mut()).zip(x) {
            (*rest, *square) = (*x - mean, (*x - mean) * (*x - mean));
        }
        rest.push(block_sum(&rests[..x.len()]));
        square.push(block_sum(&squares[..x.len()]));
    }
    let rest = if centred { rest.total() / count } else { T::zero() };
    [mean + rest, (square.total() / count - rest * rest).max(T::zero())]
}

in_widest! {
    /// The statistics of rows of `n` elements: the mean, or 0 if they are not `centred`, and the reciprocal deviation from it.
    pub(crate) fn row_statistics<T: Float>(n: usize, centred: bool, eps: T, x: &[T], to: &mut [[T; 2]]) {
        let count = float::<T>(n as f64);
        for (to, x) in to.iter_mut().zip(x.chunks_exact(n.max(1))) {
            let [mean, variance] = moments(count, centred, || x.chunks(BLOCK));
            *to = [mean, (variance + eps).sqrt().recip()];
        }
    }

    /// The mean and the variance (of the whole, not of a sample) of each channel, of planes of `plane` elements.
    pub(crate) fn channel_moments<T: Float>(plane: usize, x: &[T], to: &mut [[T; 2]]) {
        let channels = to.len();
        if plane * channels == 0 {
            return;
        }
        let count = float::<T>((x.len() / channels) as f64);
        for (c, to) in to.iter_mut().enumerate() {
            let planes = || x.chunks_exact(plane).skip(c).step_by(channels);
            *to = moments(count, true, || planes().flat_map(|plane| plane.chunks(BLOCK)));
        }
    }

    /// Of a norm of rows of `n` elements, in the gradient's own memory: `(h - mean(h) - x' mean(h x')) / deviation`, where `h` is the
    /// gradient times the weights and `x'` the normalised element. A norm that is not `centred` subtracts no mean; its means are 0.
    ///
    /// # Panics
    /// If there are not as many rows of statistics, or not `n` weights.
    pub(crate) fn of_rows<T: Float>(
        n: usize,
        centred: bool,
        x: &[T],
        statistics: &[[T; 2]],
        weight: Option<&[T]>,
        grad: &mut [T],
    ) {
        if n == 0 {
            return;
        }
        assert!(statistics.len() * n == grad.len() && weight.is_none_or(|weight| weight.len() == n), "rows of {n}");
        let count = float::<T>(n as f64);
        let mut blocks = [[T::zero(); BLOCK]; 2];
        for ((g, x), &[mean, over]) in grad.chunks_exact_mut(n).zip(x.chunks_exact(n)).zip(statistics) {
            if let Some(weight) = weight {
                g.iter_mut().zip(weight).for_each(|(g, w)| *g = *g * *w);
            }
            let (mut sum, mut product) = (Total::new(), Total::new());
            for (g, x) in g.chunks(BLOCK).zip(x.chunks(BLOCK)) {
                let [plain, times] = &mut blocks;
                for (((plain, times), g), x) in plain.iter_mut().zip(times.iter_mut()).zip(g).zip(x) {
                    (*plain, *times) = (*g, *g * ((*x - mean) * over));
                }
                sum.push(block_sum(&plain[..g.len()]));
                product.push(block_sum(&times[..g.len()]));
            }
            let sum = if centred { sum.total() / count } else { T::zero() };
            let product = product.total() / count * over;
            g.iter_mut().zip(x).for_each(|(g, x)| *g = (*g - sum - (*x - mean) * product) * over);
        }
    }

    /// Of the weights of such a norm: `to += Σ g x'` over the rows. (That of the bias is `add_at`.) To be asked for before
    /// [`of_rows`] writes over the gradient.
    pub(crate) fn of_row_weights<T: Float>(n: usize, x: &[T], statistics: &[[T; 2]], grad: &[T], to: &mut [T]) {
        for from in (0..n).step_by(BLOCK) {
            let width = (n - from).min(BLOCK);
            let mut sums = [T::zero(); BLOCK];
            let rows = grad.chunks_exact(n).zip(x.chunks_exact(n)).zip(statistics);
            for (row, ((g, x), &[mean, over])) in rows.enumerate() {
                for ((sum, g), x) in sums.iter_mut().zip(&g[from..][..width]).zip(&x[from..]) {
                    *sum = *sum + *g * ((*x - mean) * over);
                }
                if row % RECENT == RECENT - 1 {
                    add_to(&mut to[from..][..width], &sums);
                    sums = [T::zero(); BLOCK];
                }
            }
            add_to(&mut to[from..][..width], &sums);
        }
    }

    /// For each plane of `plane` elements the sums of `g` and of `g x'`. `set` is the number of the statistics of a plane.
    ///
    /// # Panics
    /// If there are not as many planes of sums.
    pub(crate) fn plane_sums<T: Float, F: Fn(usize) -> usize>(
        plane: usize,
        x: &[T],
        statistics: &[[T; 2]],
        set: F,
        grad: &[T],
        sums: &mut [[T; 2]],
    ) {
        sums.fill([T::zero(); 2]);
        if plane == 0 {
            return;
        }
        assert!(sums.len() * plane == grad.len(), "planes of {plane}");
        let mut blocks = [[T::zero(); BLOCK]; 2];
        for (i, ((sums, g), x)) in sums.iter_mut().zip(grad.chunks_exact(plane)).zip(x.chunks_exact(plane)).enumerate() {
            let [mean, over] = statistics[set(i)];
            let (mut sum, mut product) = (Total::new(), Total::new());
            for (g, x) in g.chunks(BLOCK).zip(x.chunks(BLOCK)) {
                let [plain, times] = &mut blocks;
                for (((plain, times), g), x) in plain.iter_mut().zip(times.iter_mut()).zip(g).zip(x) {
                    (*plain, *times) = (*g, *g * (*x - mean));
                }
                sum.push(block_sum(&plain[..g.len()]));
                product.push(block_sum(&times[..g.len()]));
            }
            *sums = [sum.total(), product.total() * over];
        }
    }

    /// The gradient of each plane by three numbers, in its own memory: `g = (g - a) s - (x - mean) b`.
    fn of_planes<T: Float, F: Fn(usize) -> [T; 4]>(plane: usize, x: &[T], grad: &mut [T], numbers: F) {
        if plane == 0 {
            return;
        }
        for (i, (g, x)) in grad.chunks_exact_mut(plane).zip(x.chunks_exact(plane)).enumerate() {
            let [scale, less, mean, times] = numbers(i);
            g.iter_mut().zip(x).for_each(|(g, x)| *g = *g * scale - less - (*x - mean) * times);
        }
    }
}

/// Of the weights (`which` is 1) or the bias (0) of a norm of channels: `to += ` the planes' sums of each channel.
pub(crate) fn of_channels<T: Float>(sums: &[[T; 2]], which: usize, to: &mut [T]) {
    let channels = to.len();
    for (c, to) in to.iter_mut().enumerate() {
        let mut total = Total::new();
        sums.iter().skip(c).step_by(channels).for_each(|sums| total.push(sums[which]));
        *to = *to + total.total();
    }
}

/// Of a norm of groups of `channels[0] / channels[1]` channels, in the gradient's own memory; the statistics are those of each group of each
/// image, the sums those of [`plane_sums`]. An instance norm has as many groups as channels.
pub(crate) fn of_groups<T: Float>(
    plane: usize,
    [channels, groups]: [usize; 2],
    x: &[T],
    statistics: &[[T; 2]],
    weight: Option<&[T]>,
    sums: &[[T; 2]],
    grad: &mut [T],
) {
    let each = channels / groups.max(1);
    let count = float::<T>((each * plane) as f64);
    let weight = |i: usize| weight.map_or(T::one(), |weight| weight[i % channels]);
    // The numbers of a group are those of each of its channels but for the weight, and are asked for in order.
    let last = core::cell::Cell::new((usize::MAX, [T::zero(); 2]));
    of_planes(plane, x, grad, |i| {
        let group = i / each;
        let [mean, over] = statistics[group];
        if last.get().0 != group {
            let mut totals = [Total::new(), Total::new()];
            for (i, sums) in sums.iter().enumerate().skip(group * each).take(each) {
                for (total, sum) in totals.iter_mut().zip(sums) {
                    total.push(*sum * weight(i));
                }
            }
            last.set((group, [totals[0].total() / count, totals[1].total() / count]));
        }
        let [sum, product] = last.get().1;
        [over * weight(i), over * sum, mean, over * over * product]
    });
}

/// Of a batch norm, in the gradient's own memory; the statistics are those of each channel, the totals those that [`of_channels`] makes of the
/// sums of [`plane_sums`]. Without totals (in evaluation) the statistics are constants.
pub(crate) fn of_batch<T: Float>(
    plane: usize,
    x: &[T],
    statistics: &[[T; 2]],
    weight: Option<&[T]>,
    totals: Option<[&[T]; 2]>,
    grad: &mut [T],
) {
    let channels = statistics.len();
    let count = float::<T>(grad.len() as f64 / channels as f64);
    of_planes(plane, x, grad, |i| {
        let c = i % channels;
        let [mean, over] = statistics[c];
        let scale = over * weight.map_or(T::one(), |weight| weight[c]);
        let [sum, product] = totals.map_or([T::zero(); 2], |totals| totals.map(|total| total[c] / count));
        [scale, scale * sum, mean, scale * over * product]
    });
}
