//! The gradient of a convolution's weights: for each filter and tap, the sum over images and places of the gradient times what the tap reads.
//!
//! No matrix of patches is made here either. The input lies as it does for the sweep forward, so that what a tap reads at all places is one slice;
//! the gradient gets the same pitch, with zeros between its rows. Then all sums are those of products of two slices, of which a tile of
//! filters and taps is kept in vector registers over all images that fit into the cache: each load serves several sums.

use num_traits::{Float, Zero};

use super::source::{ConvolutionSizes, Source};
use crate::kernels::float::for_floats;
use crate::kernels::simd::{One, Real, Simd, Task, Work};
use crate::storage::Scratch;

/// So many bytes of input, and of the gradients of a tile's filters, are gone through before the next ones: the longer the sums are, the less it
/// counts that each is one of many lanes at first.
const CACHED: usize = 3 << 18;
/// So many bytes are laid out at a time.
const LAID_OUT: usize = 8 << 20;

/// Some images, whose gradients and inputs have one pitch.
struct Job<'a, T> {
    images: usize,
    /// The places of an image, those between the rows counted.
    places: usize,
    grad: &'a [T],
    /// From one image's gradient to the next one's, and from one filter's to the next one's.
    grad_steps: [usize; 2],
    source: &'a [T],
    source_step: usize,
    /// Filters of the group, and where their gradients start in an image.
    filters: usize,
    first: usize,
    /// Where the source lies for each weight of a filter, at the first place.
    taps: &'a [usize],
}

/// A tile's operands, from the first image on.
///
/// Invariant: the job's images have a gradient of so many filters from `grad` on, and a source of so many places from each tap on.
struct Part<'a, T> {
    job: &'a Job<'a, T>,
    grad: *const T,
    filters: usize,
    taps: &'a [usize],
}

struct OneTile<'a, T, const M: usize, const N: usize, const U: usize>(Part<'a, T>);
impl<S: Simd, const M: usize, const N: usize, const U: usize> Task<S> for OneTile<'_, S::Elem, M, N, U> {
    type Output = [[S::Elem; N]; M];
    #[inline(always)]
    fn run(self, s: S) -> Self::Output {
        tile::<S, M, N, U>(s, &self.0)
    }
}

/// The sums of `M` filters and `N` taps, of which each is `U` sums, so that one multiply-add need not wait for the other.
///
/// # Panics
/// If the part has others.
#[inline(always)]
#[allow(clippy::needless_range_loop)] // loops of constants, which are unrolled
fn tile<S: Simd, const M: usize, const N: usize, const U: usize>(s: S, part: &Part<S::Elem>) -> [[S::Elem; N]; M] {
    let job = part.job;
    assert!((part.filters, part.taps.len()) == (M, N), "the tile's own size");
    let (whole, rest) = (job.places / S::LANES, job.places % S::LANES);
    let first = s.first(rest);
    let mut sums = [[[s.zero(); N]; M]; U];
    let plane = job.grad_steps[1];
    for image in 0..job.images {
        // Bases from which the other filters are one and two planes away: addresses are few, and none waits for another.
        let grad = part.grad.wrapping_add(image * job.grad_steps[0]);
        let mut grads = [0, 3, 6].map(|filter| grad.wrapping_add(filter * plane));
        let source = job.source.as_ptr().wrapping_add(image * job.source_step);
        let mut taps = [source; N];
        for n in 0..N {
            taps[n] = source.wrapping_add(part.taps[n]);
        }
        macro_rules! step {
            ($sums:expr, $load:ident($($first:expr)?)) => {{
                let mut x = [s.zero(); N];
                for n in 0..N {
                    // SAFETY: the source has the places of the tap.
                    x[n] = unsafe { s.$load(taps[n] $(, $first)?) };
                    taps[n] = taps[n].wrapping_add(S::LANES);
                }
                for m in 0..M {
                    // SAFETY: the gradient has the places of the filter.
                    let g = unsafe { s.$load(grads[m / 3].wrapping_add(m % 3 * plane) $(, $first)?) };
                    for n in 0..N {
                        $sums[m][n] = s.mul_add(g, x[n], $sums[m][n]);
                    }
                }
                for grad in &mut grads {
                    *grad = grad.wrapping_add(S::LANES);
                }
            }};
        }
        for _ in 0..whole / U {
            for u in 0..U {
                step!(sums[u], load_at());
            }
        }
        for _ in 0..whole % U {
            step!(sums[0], load_at());
        }
        if rest > 0 {
            step!(sums[0], load_first_at(first));
        }
    }
    let mut totals = [[S::Elem::zero(); N]; M];
    for m in 0..M {
        for n in 0..N {
            let mut sum = sums[0][m][n];
            for u in 1..U {
                sum = s.add(sum, sums[u][m][n]);
            }
            let mut by = S::LANES / 2;
            while by > 0 {
                sum = s.add(sum, s.swapped(sum, by));
                by /= 2;
            }
            totals[m][n] = s.lane(sum);
        }
    }
    totals
}

/// All tiles: `each` gets a filter, a tap, and their sum.
#[inline(always)]
fn all_tiles<S: Simd>(s: S, job: &Job<S::Elem>, each: &mut dyn FnMut(usize, usize, S::Elem)) {
    let last = job.images.saturating_sub(1);
    let reach = job.taps.iter().max().map_or(0, |tap| tap + job.places);
    assert!(job.images > 0 && job.source.len() >= last * job.source_step + reach, "a source of all images");
    let of_group = job.first + job.filters.saturating_sub(1) * job.grad_steps[1] + job.places;
    assert!(job.filters > 0 && job.grad.len() >= last * job.grad_steps[0] + of_group, "a gradient of all images");
    let most = if S::REGISTERS == 32 { 8 } else { 4 };
    let mut filter = 0;
    while filter < job.filters {
        let left = job.filters - filter;
        let rows = [most, 4, 2, 1].into_iter().find(|rows| *rows <= left).expect("at least one");
        let mut tap = 0;
        while tap < job.taps.len() {
            let columns = (job.taps.len() - tap).min(3);
            let grad = job.grad.as_ptr().wrapping_add(job.first + filter * job.grad_steps[1]);
            // The gradient has so many filters from this one on, and the source the places of all taps, by the assertions above.
            let part = || Part { job, grad, filters: rows, taps: &job.taps[tap..][..columns] };
            macro_rules! sizes {
                ($($m:literal $n:literal $u:literal;)*) => {
                    match (rows, columns) {
                        $(($m, $n) => s.call(OneTile::<_, $m, $n, $u>(part())).iter().enumerate().for_each(|(m, sums)| {
                            sums.iter().enumerate().for_each(|(n, sum)| each(filter + m, tap + n, *sum));
                        }),)*
                        _ => unreachable!("a tile of {rows} filters and {columns} taps"),
                    }
                };
            }
            sizes! {
                8 3 1;  8 2 1;  8 1 2;
                4 3 1;  4 2 2;  4 1 2;
                2 3 2;  2 2 2;  2 1 4;
                1 3 4;  1 2 4;  1 1 8;
            }
            tap += columns;
        }
        filter += rows;
    }
}

struct AllTiles<'a, T>(&'a Job<'a, T>, &'a mut dyn FnMut(usize, usize, T));
impl<T: Real> Work<T> for AllTiles<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd<Elem = T>, const G: usize, const H: usize, const L: usize, const M: usize>(self, s: S) {
        all_tiles(s, self.0, self.1);
    }
}

/// Not generic, so that the kernels are compiled with this crate and not with each that uses it.
trait Tiles: Real {
    fn tiles(job: &Job<Self>, each: &mut dyn FnMut(usize, usize, Self));
}
macro_rules! tiles {
    ($($t:ident)*) => { $(
        impl Tiles for $t {
            #[inline(never)]
            fn tiles(job: &Job<$t>, each: &mut dyn FnMut(usize, usize, $t)) {
                $t::widest(AllTiles(job, each));
            }
        }
    )* };
}
tiles! { f32 f64 }

fn tiles<T: Float + 'static>(job: &Job<T>, each: &mut dyn FnMut(usize, usize, T)) {
    for_floats!(T, |same| {
        let Job { images, places, grad_steps, source_step, filters, first, taps, .. } = *job;
        let (grad, source) = (same.slice(job.grad), same.slice(job.source));
        let job = Job { images, places, grad, grad_steps, source, source_step, filters, first, taps };
        Tiles::tiles(&job, &mut |filter, tap, sum| each(filter, tap, same.back(sum)));
    }, else all_tiles(One(core::marker::PhantomData), job, each));
}

/// A sum at the places that there are: between the rows, 0 is multiplied by whatever is there, which makes NaN of infinities.
fn exact<T: Float>(
    x: &[T],
    grad: &[T],
    sizes: &ConvolutionSizes,
    filter: usize,
    channel: usize,
    [ky, kx]: [usize; 2],
) -> T {
    let ([h, w], [oh, ow]) = (sizes.input, sizes.output);
    let (image, plane) = (sizes.channels[0] * h * w, sizes.channels[1] * oh * ow);
    let inside = |axis: usize, i: usize, k: usize| {
        let at = (i * sizes.stride[axis] + k * sizes.dilation[axis]).checked_sub(sizes.padding[axis])?;
        (at < sizes.input[axis]).then_some(at)
    };
    let mut sum = T::zero();
    for (x, grad) in x.chunks_exact(image).zip(grad.chunks_exact(plane)) {
        let (x, grad) = (&x[channel * h * w..], &grad[filter * oh * ow..]);
        for i in 0..oh {
            let Some(row) = inside(0, i, ky) else { continue };
            for j in 0..ow {
                if let Some(column) = inside(1, j, kx) {
                    sum = sum + x[row * w + column] * grad[i * ow + j];
                }
            }
        }
    }
    sum
}

/// Adds the gradient of weights `[O, C / groups, KH, KW]` to `to`: that of the sums over all images `x` and the gradients `grad` of their
/// results.
///
/// # Panics
/// If a slice has not as many elements as the sizes say.
pub(crate) fn weight_gradient<T: Float + 'static>(x: &[T], grad: &[T], sizes: &ConvolutionSizes, to: &mut [T]) {
    let ([h, w], [rows, columns], [kh, kw]) = (sizes.input, sizes.output, sizes.kernel);
    let (inner, filters) = (sizes.channels[0] / sizes.groups, sizes.channels[1] / sizes.groups);
    let (image, result) = (sizes.channels[0] * h * w, sizes.channels[1] * rows * columns);
    assert!(x.len() == sizes.images * image && grad.len() == sizes.images * result, "all images, and their gradients");
    assert!(to.len() == sizes.channels[1] * inner * kh * kw, "a gradient of all weights");
    if to.is_empty() || result == 0 || sizes.images == 0 || image == 0 {
        return;
    }
    let source = Source::of(sizes);
    let taps = source.taps(inner, sizes);
    let pitch = source.columns.len;
    let places = (rows - 1) * pitch + columns;
    let (lies, apart) = (source.as_it_is(), pitch != columns);
    // Planes of gradients start at cache lines.
    let line = (64 / size_of::<T>().max(1)).max(1);
    let grad_plane = if apart { places.next_multiple_of(line) } else { rows * columns };
    let source_step = if lies { image } else { source.plane() * sizes.channels[0] };
    let grad_step = grad_plane * sizes.channels[1];
    let cached = (source_step / sizes.groups + grad_plane * filters.min(8)) * size_of::<T>();
    let laid_out = (source_step + grad_step) * size_of::<T>();
    let chunk = (CACHED / cached.max(1)).min(LAID_OUT / laid_out.max(1)).clamp(1, sizes.images);
    let room = [if lies { 0 } else { chunk * source_step }, if apart { chunk * grad_step } else { 0 }];
    let room_for_all = room[0] + room[1] + line;
    let mut scratch = Scratch::with_room(room_for_all);
    scratch.resize(room_for_all, T::zero());
    let aligned = scratch.as_ptr().align_offset(64).min(line);
    let (spread, laid) = scratch[aligned..].split_at_mut(room[1]);
    let laid = &mut laid[..room[0]];
    let mut done = 0;
    while done < sizes.images {
        let images = chunk.min(sizes.images - done);
        let (x, grad) = (&x[done * image..][..images * image], &grad[done * result..][..images * result]);
        if !lies {
            for (x, to) in x.chunks_exact(image).zip(laid.chunks_exact_mut(source_step)) {
                source.lay(x, to);
            }
        }
        if apart {
            for (grad, to) in grad.chunks_exact(rows * columns).zip(spread.chunks_exact_mut(grad_plane)) {
                for (grad, to) in grad.chunks_exact(columns).zip(to.chunks_mut(pitch)) {
                    to[..columns].copy_from_slice(grad);
                }
            }
        }
        for group in 0..sizes.groups {
            let start = group * source.plane() * inner;
            let job = Job {
                images,
                places,
                grad: if apart { spread } else { grad },
                grad_steps: [grad_step, grad_plane],
                source: &(if lies { x } else { &*laid })[start..],
                source_step,
                filters,
                first: group * filters * grad_plane,
                taps: &taps,
            };
            tiles(&job, &mut |filter, tap, sum| {
                let filter = group * filters + filter;
                let sum = if sum.is_nan() {
                    let channel = group * inner + tap / (kh * kw);
                    exact(x, grad, sizes, filter, channel, [tap / kw % kh, tap % kw])
                } else {
                    sum
                };
                let to = &mut to[filter * taps.len() + tap];
                *to = *to + sum;
            });
        }
        done += images;
    }
}
