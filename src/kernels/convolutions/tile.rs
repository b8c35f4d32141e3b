//! The innermost loops of sweeps: floats in vector registers, as wide as the CPU has them; all other elements in memory.

use core::mem::MaybeUninit;

use super::Job;
use crate::kernels::level::in_widest;
use crate::kernels::products::Summed;
use crate::storage::Full;

/// How the tiles of an element type are cut.
#[derive(Clone, Copy)]
pub(super) struct Size {
    /// The most places of a tile.
    pub width: usize,
    /// How many places are read at a time, though fewer may be meant.
    pub lanes: usize,
    /// The most filters of a block.
    pub filters: usize,
}

impl Size {
    /// For so many filters.
    pub(super) fn new<T: Summed>(filters: usize) -> Size {
        #[cfg(target_arch = "x86_64")]
        if let Some(size) = vectors::size::<T>(filters) {
            return size;
        }
        let _ = filters;
        Size { width: 1024, lanes: 64, filters: 2 }
    }
}

/// Of the weights or of the source, what should stay in the cache while the other goes by, in bytes.
const CACHED: usize = 1 << 18;

/// One tile of a block of filters.
struct Tile<'a, T> {
    /// The weights of these filters, those of a filter together.
    weights: &'a [T],
    /// What the sums start from, for each filter.
    bias: Option<&'a [T]>,
    /// The source, from the tile's first place on.
    source: &'a [T],
    /// The places.
    places: usize,
}

/// Writes all tiles of all filters.
pub(super) fn run<T: Summed>(job: &Job<T>, out: &mut [MaybeUninit<T>]) {
    #[cfg(target_arch = "x86_64")]
    if vectors::run(job, out) {
        return;
    }
    all(job, out, |filters, tile, out| in_memory(filters, job, tile, out));
}

/// All tiles of all filters: `run` gets how many filters there are, the tile, and where the first filter's result belongs, which is one
/// plane away from the next one's.
#[inline(always)]
fn all<T: Clone>(
    job: &Job<T>,
    out: &mut [MaybeUninit<T>],
    mut run: impl FnMut(usize, &Tile<T>, &mut [MaybeUninit<T>]),
) {
    let count = job.tiles.count();
    // Weights that stay in the cache go by a part of the places at a time, which does so too.
    let part = if size_of_val(job.filters.weights) > CACHED {
        count
    } else {
        (CACHED / (job.tiles.width * job.taps.len().max(1) * size_of::<T>()).max(1)).max(4)
    };
    let mut from = 0;
    while from < count {
        let tiles = from..count.min(from + part);
        let mut weights = job.filters.weights;
        for block in job.filters.blocks() {
            let (these, rest) = weights.split_at(block.len() * job.filters.taps);
            weights = rest;
            let bias = job.bias.map(|bias| &bias[block.clone()]);
            let out = &mut out[block.start * job.plane..];
            for i in tiles.clone() {
                let (row, column, places) = job.tiles.get(i);
                let source = &job.source[row * job.tiles.pitch + column..];
                let out = &mut out[row * job.row_step + column..];
                run(block.len(), &Tile { weights: these, bias, source, places }, out);
            }
        }
        from = tiles.end;
    }
}

in_widest! {
    /// One tile of one filter or two, whose sums are in memory: the compiler makes vectors of the loops over places.
    fn in_memory<T: Summed>(filters: usize, job: &Job<'_, T>, tile: &Tile<'_, T>, out: &mut [MaybeUninit<T>]) {
        let (one, two) = out.split_at_mut(job.plane.min(out.len()));
        let one = &mut one[..tile.places];
        let one = started(tile, 0, one);
        let (weights, more) = tile.weights.split_at(job.taps.len());
        if filters == 1 {
            return add_to_one(job.taps, tile, weights, one);
        }
        let two = &mut two[..tile.places];
        add_to_two(job.taps, tile, [weights, more], one, started(tile, 1, two));
    }
}

/// The sums of one of the filters before any tap.
#[inline(always)]
fn started<'a, T: Summed>(tile: &Tile<T>, filter: usize, out: &'a mut [MaybeUninit<T>]) -> &'a mut [T] {
    let start = tile.bias.map_or_else(T::zero, |bias| bias[filter].clone());
    Full::of(&start, out).elements()
}

/// How many taps are added in one loop over places.
const TAPS: usize = 4;

/// The sum so far, plus the products of as many taps.
macro_rules! plus {
    ($sum:ident, $weights:ident, $i:ident $j:ident $k:ident $l:ident) => {{
        let [a, b, c, d] = $weights;
        let (two, four) = (b.clone() * $j.clone(), d.clone() * $l.clone());
        *$sum = $sum.clone() + a.clone() * $i.clone() + two + c.clone() * $k.clone() + four;
    }};
}

/// What is read for as many taps, at `n` places.
#[inline(always)]
fn read<'a, T>(tile: &Tile<'a, T>, taps: &[usize; TAPS], n: usize) -> (&'a [T], &'a [T], &'a [T], &'a [T]) {
    let source = tile.source;
    (&source[taps[0]..][..n], &source[taps[1]..][..n], &source[taps[2]..][..n], &source[taps[3]..][..n])
}

/// Adds the products of all taps to the sums of a filter. Of what the loops read the compiler knows by the iterators alone that it lies apart
/// from what they write, and within bounds.
#[inline(always)]
fn add_to_one<T: Summed>(taps: &[usize], tile: &Tile<T>, weights: &[T], sums: &mut [T]) {
    let (many, few) = taps.as_chunks::<TAPS>();
    let (weights, last) = weights.as_chunks::<TAPS>();
    for (taps, weights) in many.iter().zip(weights) {
        let (i, j, k, l) = read(tile, taps, sums.len());
        for ((((sum, i), j), k), l) in sums.iter_mut().zip(i).zip(j).zip(k).zip(l) {
            plus!(sum, weights, i j k l);
        }
    }
    for (tap, weight) in few.iter().zip(last) {
        for (sum, x) in sums.iter_mut().zip(&tile.source[*tap..]) {
            *sum = sum.clone() + weight.clone() * x.clone();
        }
    }
}

/// As [`add_to_one`], of two filters: what is read serves both.
#[inline(always)]
fn add_to_two<T: Summed>(taps: &[usize], tile: &Tile<T>, weights: [&[T]; 2], one: &mut [T], two: &mut [T]) {
    let (many, _) = taps.as_chunks::<TAPS>();
    let ((for_one, last), (for_two, last_two)) = (weights[0].as_chunks::<TAPS>(), weights[1].as_chunks::<TAPS>());
    for ((taps, for_one), for_two) in many.iter().zip(for_one).zip(for_two) {
        let (i, j, k, l) = read(tile, taps, one.len());
        for (((((sum, sum_two), i), j), k), l) in one.iter_mut().zip(two.iter_mut()).zip(i).zip(j).zip(k).zip(l) {
            plus!(sum, for_one, i j k l);
            plus!(sum_two, for_two, i j k l);
        }
    }
    let few = &taps[many.len() * TAPS..];
    add_to_one(few, tile, last, one);
    add_to_one(few, tile, last_two, two);
}

/// Tiles of floats in vector registers.
#[cfg(target_arch = "x86_64")]
mod vectors {
    use core::mem::MaybeUninit;
    use core::ops::Range;

    use super::super::Filters;
    use super::{CACHED, Job, Size, Summed};
    use crate::kernels::float::{Same, for_floats};
    use crate::kernels::simd::{Real, Simd, Task, Work, ask, compiled};

    /// How the tiles of these elements are cut, if they are floats.
    pub(super) fn size<T: Summed>(filters: usize) -> Option<Size> {
        for_floats!(T, |same| Some(Tiles::size(same, filters)), else None)
    }

    /// Writes all tiles of all filters, if these are floats.
    pub(super) fn run<T: Summed>(job: &Job<T>, out: &mut [MaybeUninit<T>]) -> bool {
        for_floats!(T, |same| {
            let Job { source, taps, filters, bias, tiles, row_step, plane } = *job;
            let Filters { weights, filters, most, taps: each } = *filters;
            let filters = Filters { weights: same.slice(weights), filters, most, taps: each };
            let bias = bias.map(|bias| same.slice(bias));
            let job = Job { source: same.slice(source), taps, filters: &filters, bias, tiles, row_step, plane };
            Tiles::tiles(&job, same.places(out));
            true
        }, else false)
    }

    compiled! { Tiles::tiles(Job) by all_tiles {
        fn size<T>(_: Same<T, Self>, filters: usize) -> Size {
            Self::widest(SizeOf(filters))
        }
    } }

    struct SizeOf(usize);
    impl<T: Real> Work<T> for SizeOf {
        type Output = Size;
        #[inline(always)]
        fn run<S: Simd<Elem = T>, const G: usize, const H: usize, const L: usize, const M: usize>(self, _: S) -> Size {
            // Enough sums at a time to hide how long one multiply-add takes.
            let vectors = match self.0 {
                0 | 1 => 8,
                2 | 3 => 4,
                _ if S::REGISTERS == 32 => 3,
                _ => 2,
            };
            Size { width: vectors * S::LANES, lanes: S::LANES, filters: if S::REGISTERS == 32 { 8 } else { 4 } }
        }
    }

    /// So many products are summed before they are added to what was summed before: a sum of thousands would lose a little with each. What so many
    /// taps read, and their weights, stay in the first cache meanwhile.
    const BLOCK: usize = 160;
    /// So many bytes of the source stay there.
    const FIRST: usize = 24 << 10;
    /// So many bytes of results are added to in turn.
    const RESULTS: usize = 512 << 10;

    /// A part of a tile, of which everything is there that [`tile`](tile()) asks for.
    struct OneTile<'a, T, const F: usize, const N: usize>(&'a [usize], Part<T>);
    impl<S: Simd, const F: usize, const N: usize> Task<S> for OneTile<'_, S::Elem, F, N> {
        type Output = ();
        #[inline(always)]
        fn run(self, s: S) {
            // SAFETY: `all_tiles` makes only such.
            unsafe { tile::<S, F, N>(s, self.0, &self.1) }
        }
    }

    /// What the sums of a tile start from.
    #[derive(Clone, Copy)]
    enum Start<T> {
        Zero,
        /// A number for each filter.
        Bias(*const T),
        /// The sums of the taps before these.
        Result,
    }

    /// A part of a tile, and some of its taps: the places of a few vectors.
    struct Part<T> {
        /// The source, from the first place on.
        source: *const T,
        /// The weights of the filters 0, 3 and 6, from which the others are one and two rows away: each step's addresses are few, and none
        /// waits for another.
        weights: [*const T; 3],
        /// From the weights of one filter to those of the next.
        row: usize,
        start: Start<T>,
        out: *mut T,
        /// From one filter to the next, in `out`.
        plane: usize,
        /// How many places of the last vector are written.
        last: usize,
    }

    /// How many elements of the source so many places read, if taps that follow each other rise; more, if not.
    fn spread(taps: &[usize], places: usize) -> usize {
        let mut last = None;
        let each = taps.iter().map(|&tap| {
            let before = last.replace(tap);
            before.and_then(|before| tap.checked_sub(before)).map_or(places, |step| step.min(places))
        });
        each.sum()
    }

    /// As many as there are, in parts of about the same size, of at most so many.
    fn parts(range: Range<usize>, most: usize) -> impl Iterator<Item = Range<usize>> {
        let count = range.len().div_ceil(most).max(1);
        let size = range.len().div_ceil(count).max(1);
        range.clone().step_by(size).map(move |from| from..range.end.min(from + size))
    }

    /// Some taps after the others: of each some tiles after the others, whose source is in the first cache when the filters go by.
    fn all_tiles<S: Simd<Elem: Real>>(s: S, job: &Job<S::Elem>, out: &mut [MaybeUninit<S::Elem>]) {
        let (count, size) = (job.taps.len(), size_of::<S::Elem>());
        let reach = job.taps.iter().max().map_or(0, |tap| tap + job.tiles.reach());
        assert!(job.source.len() >= reach, "a source as long as the places reach");
        // Of about the same size: what a last small one added would cost as much to read and write as what a whole one does.
        let most = count.div_ceil(count.div_ceil(BLOCK).max(1)).max(1);
        let group = [8, 4, 2]
            .into_iter()
            .find(|tiles| spread(&job.taps[..count.min(most)], tiles * job.tiles.width).saturating_mul(size) <= FIRST);
        let group = group.unwrap_or(1);
        let part = (RESULTS / (job.filters.filters * job.tiles.width * size).max(1)).max(group);
        let from_far = size_of_val(job.filters.weights) > CACHED;
        for part in parts(0..job.tiles.count(), part) {
            let mut at = 0;
            while at < count || at == 0 {
                let taps = &job.taps[at..count.min(at + most)];
                for tiles in parts(part.clone(), group) {
                    for block in job.filters.blocks() {
                        let weights = &job.filters.weights[block.start * count..];
                        if from_far {
                            // Those of the next filters, which lie apart.
                            for row in weights[block.len() * count..].chunks_exact(count).take(block.len()) {
                                ask(&row[at..at + taps.len()]);
                            }
                        }
                        let start = match job.bias {
                            _ if at > 0 => Start::Result,
                            Some(bias) => Start::Bias(bias[block.clone()].as_ptr()),
                            None => Start::Zero,
                        };
                        let weights = &weights[..block.len() * count];
                        let out = &mut out[block.start * job.plane..];
                        for i in tiles.clone() {
                            one(s, job, taps, block.len(), &weights[at..], start, i, out);
                        }
                    }
                }
                at += most;
            }
        }
    }

    /// A tile of some filters and taps, vector by vector where registers do not hold all of it.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)] // each is one of the loops' variables
    fn one<S: Simd<Elem: Real>>(
        s: S,
        job: &Job<S::Elem>,
        taps: &[usize],
        filters: usize,
        weights: &[S::Elem],
        start: Start<S::Elem>,
        tile: usize,
        out: &mut [MaybeUninit<S::Elem>],
    ) {
        let (row, column, places) = job.tiles.get(tile);
        let source = job.source[row * job.tiles.pitch + column..].as_ptr();
        let out = &mut out[row * job.row_step + column..];
        let (count, before) = (job.taps.len(), filters.saturating_sub(1));
        assert!(
            out.len() >= before * job.plane + places && weights.len() >= before * count + taps.len(),
            "room, and all weights"
        );
        let to = out.as_mut_ptr().cast::<S::Elem>();
        let mut at = 0;
        while at < places {
            let left = (places - at).div_ceil(S::LANES);
            let part = |vectors: usize| Part {
                source: source.wrapping_add(at),
                weights: [0, 3, 6].map(|filter| weights.as_ptr().wrapping_add(filter * count)),
                row: count,
                start,
                out: to.wrapping_add(at),
                plane: job.plane,
                last: (places - at - (vectors - 1) * S::LANES).min(S::LANES),
            };
            macro_rules! sizes {
                ($($f:literal: $($n:literal)*;)*) => {
                    match filters {
                        $($f => { $(
                            if left >= $n {
                                // The source has the places of all taps, up to a whole number of vectors in each row of tiles, by
                                // the assertion on its length; the weights and the places of the result that are written were
                                // counted just above, and are initialised if sums start from them: the first taps wrote them.
                                s.call(OneTile::<_, $f, $n>(taps, part($n)));
                                at += $n * S::LANES;
                                continue;
                            }
                        )* })*
                        _ => {}
                    }
                };
            }
            if const { S::REGISTERS == 32 } {
                sizes! {
                    8: 3 2 1;
                    4: 3 2 1;
                    2: 4 2 1;
                    1: 8 4 2 1;
                }
            } else {
                sizes! {
                    4: 2 1;
                    2: 4 2 1;
                    1: 8 4 2 1;
                }
            }
            unreachable!("a tile of {filters} filters and {left} vectors");
        }
    }

    /// `N` vectors of places for `F` filters.
    ///
    /// # Safety
    /// The source has `N` vectors of places from each tap on; there are weights for each filter and tap, a number to start from for each
    /// filter, and room for the places of each, of which the last vector has at least one, and which are initialised if the sums start from them.
    #[inline(always)]
    #[allow(clippy::needless_range_loop)] // loops of constants, which are unrolled
    unsafe fn tile<S: Simd, const F: usize, const N: usize>(s: S, taps: &[usize], part: &Part<S::Elem>) {
        let mut sums = [[s.zero(); N]; F];
        match part.start {
            Start::Zero => {}
            Start::Bias(bias) => {
                for f in 0..F {
                    // SAFETY: a number for each filter.
                    let start = unsafe { bias.wrapping_add(f).read() };
                    sums[f] = [s.splat(start); N];
                }
            }
            // Added at the end, by when it has come from memory.
            Start::Result => {
                for f in 0..F {
                    for v in 0..N {
                        s.prefetch(part.out.wrapping_add(f * part.plane + v * S::LANES));
                    }
                }
            }
        }
        let mut weights = part.weights;
        for &tap in taps {
            let from = part.source.wrapping_add(tap);
            let mut x = [s.zero(); N];
            for v in 0..N {
                // SAFETY: the source has the places of the tap.
                x[v] = unsafe { s.load_at(from.wrapping_add(v * S::LANES)) };
            }
            for f in 0..F {
                // SAFETY: a weight for each filter and tap.
                let weight = s.splat(unsafe { weights[f / 3].wrapping_add(f % 3 * part.row).read() });
                for v in 0..N {
                    sums[f][v] = s.mul_add(weight, x[v], sums[f][v]);
                }
            }
            for i in 0..3 {
                weights[i] = weights[i].wrapping_add(1);
            }
        }
        let first = s.first(part.last);
        if matches!(part.start, Start::Result) {
            for f in 0..F {
                let from = part.out.wrapping_add(f * part.plane);
                for v in 0..N - 1 {
                    // SAFETY: the places of each filter, which are initialised if the sums start from them.
                    let before = unsafe { s.load_at(from.wrapping_add(v * S::LANES)) };
                    sums[f][v] = s.add(before, sums[f][v]);
                }
                // SAFETY: so many places of the last vector.
                let before = unsafe { s.load_first_at(from.wrapping_add((N - 1) * S::LANES), first) };
                sums[f][N - 1] = s.add(before, sums[f][N - 1]);
            }
        }
        let whole = part.last == S::LANES;
        for f in 0..F {
            let to = part.out.wrapping_add(f * part.plane);
            for v in 0..N {
                let to = to.wrapping_add(v * S::LANES);
                if v + 1 < N || whole {
                    // SAFETY: there is room for the places of each filter.
                    unsafe { s.store_at(sums[f][v], to) };
                } else {
                    // SAFETY: there is room for so many places of the last vector.
                    unsafe { s.store_first_at(sums[f][v], to, first) };
                }
            }
        }
    }
}
