//! Sweeps: sums of shifted slices, `out[f][p] = bias[f] + Σ w[f][t] * source[taps[t] + p]`, which every convolution is once its
//! input lies so that neighbouring places of the kernel read neighbouring elements.
//!
//! No matrix of patches is made, but where results have [few] places. A tile of places is kept in vector registers for several filters at
//! once, and each load of the source serves all of them.

// Circle with convolutions/tile.rs, convolutions/stripes.rs: how places are cut into tiles depends on the vectors of the innermost loops, which read what is cut.
mod convolve;
mod depthwise;
mod few;
mod pointwise;
mod source;
mod stripes;
#[cfg(test)]
mod tests;
mod tile;
mod volumes;
mod weights;

pub(crate) use convolve::{convolve_channels_last, convolve_planes, reads_planes};
pub(crate) use source::ConvolutionSizes;
pub(crate) use volumes::{Depth, VolumeSizes};

use core::mem::{self, MaybeUninit};
use core::ops::Range;

use crate::kernels::products::Summed;
use crate::storage::Scratch;
use stripes::Run;
use tile::Size;

/// The places of one sweep, in rows, and where their results belong in a plane of the result.
pub(crate) struct Sweep {
    /// Where the source lies for each weight of a filter, at the first place.
    pub taps: Scratch<usize>,
    /// The same in runs down the source, of one filter.
    pub runs: Scratch<Run>,
    pub rows: usize,
    pub columns: usize,
    /// From one row of places to the next, in the source.
    pub pitch: usize,
    /// Where the result of the first place belongs.
    pub first: usize,
    /// From one row to the next, in the result.
    pub row_step: usize,
    /// From one column to the next, in the result.
    pub column_step: usize,
}

/// So many bytes of results lie in a strip, if they are more than a row's.
const STRIP: usize = 512 << 10;

/// How the rows of places are cut into tiles.
#[derive(Clone, Copy)]
struct Tiles {
    /// Tiles are this wide.
    width: usize,
    /// So many places are read at a time.
    lanes: usize,
    rows: usize,
    /// The places of a row.
    columns: usize,
    pitch: usize,
    per_row: usize,
}

impl Tiles {
    fn new(size: Size, rows: usize, columns: usize, pitch: usize) -> Self {
        let Size { width, lanes, .. } = size;
        // Of about the same width.
        let width = columns.div_ceil(lanes).div_ceil(columns.div_ceil(width).max(1)).max(1) * lanes;
        Tiles { width, lanes, rows, columns, pitch, per_row: columns.div_ceil(width) }
    }

    /// The same of fewer rows, where these are or as one.
    fn of_rows(self, rows: usize, places: &Sweep) -> Self {
        if self.rows != 1 {
            return Tiles { rows, ..self };
        }
        let columns = (rows - 1) * places.pitch + places.columns;
        Tiles { columns, per_row: columns.div_ceil(self.width), ..self }
    }

    /// How many vectors all places are.
    fn vectors(&self) -> usize {
        self.rows * self.columns.div_ceil(self.lanes)
    }

    fn count(&self) -> usize {
        self.rows * self.per_row
    }

    /// Where a tile starts, as a row and a column, and how many of its places are meant.
    #[inline(always)]
    fn get(&self, i: usize) -> (usize, usize, usize) {
        let (row, column) = (i / self.per_row, i % self.per_row * self.width);
        (row, column, self.width.min(self.columns - column))
    }

    /// How far beyond the place of a tap the source is read, and one more.
    fn reach(&self) -> usize {
        if self.count() == 0 { 0 } else { (self.rows - 1) * self.pitch + self.columns.next_multiple_of(self.lanes) }
    }
}

/// How the places of a sweep are gone through.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Tile by tile, to where the results belong.
    Direct,
    /// Tile by tile, and from there to where they belong.
    Strip,
    /// Some rows at a time.
    Stripes,
}

impl Sweep {
    /// Do the results of a row lie next to those of the row before, as the source does?
    fn in_one_row(&self) -> bool {
        self.column_step == 1 && self.row_step == self.columns && (self.pitch == self.columns || self.rows <= 1)
    }

    /// The tiles, and what becomes of them.
    fn tiles<T: Summed>(&self, filters: usize) -> (Tiles, Way) {
        let size = Size::new::<T>(filters);
        if self.rows == 0 || self.columns == 0 {
            return (Tiles::new(size, 0, 0, 0), Way::Direct);
        }
        if self.in_one_row() {
            return (Tiles::new(size, 1, self.rows * self.columns, 0), Way::Direct);
        }
        let by_row = Tiles::new(size, self.rows, self.columns, self.pitch);
        let flat = Tiles::new(size, 1, (self.rows - 1) * self.pitch + self.columns, 0);
        // What several rows read is read once, and rows of few vectors have few sums at a time; in short rows more is lost by what is beyond their ends.
        let gains = self.runs.len() * 2 <= self.taps.len() || by_row.width < size.width;
        if filters == 1
            && gains
            && self.taps.len() <= stripes::MOST
            && self.column_step == 1
            && by_row.vectors() * 4 <= flat.vectors() * 5
            && stripes::can::<T>()
        {
            return (by_row, Way::Stripes);
        }
        // What lies between the rows is computed too, and left; a result that must be moved has no business there. A tile costs what its filters'
        // weights and its vectors do, for each tap, and what must be moved costs about as much as three filters do.
        let apart = self.column_step != 1;
        let cost = |tiles: Tiles| self.taps.len() * (tiles.count() * size.filters.min(filters) + 2 * tiles.vectors());
        let moved = 3 * size.filters * flat.vectors();
        if !mem::needs_drop::<T>() && (apart || cost(flat) + moved < cost(by_row)) {
            (flat, Way::Strip)
        } else {
            (by_row, if apart { Way::Strip } else { Way::Direct })
        }
    }

    /// How many elements from a tap on may be read, the tap's own first place counted.
    pub(crate) fn reach<T: Summed>(&self, filters: usize) -> usize {
        let (tiles, way) = self.tiles::<T>(filters);
        // The places of some rows are read in whole vectors, too.
        let parts = way == Way::Strip && self.strip::<T>(filters) < self.rows;
        self.taps.iter().max().map_or(0, |tap| tap + tiles.reach() + if parts { tiles.lanes } else { 0 })
    }

    /// How many rows of places are in a strip.
    fn strip<T>(&self, filters: usize) -> usize {
        let row = self.pitch.max(self.columns) * filters * size_of::<T>();
        let most = (STRIP / row.max(1)).max(1);
        self.rows.div_ceil(self.rows.div_ceil(most).max(1))
    }
}

/// The weights of a sweep, those of a filter together, in the order of the taps.
pub(crate) struct Filters<'a, T: Clone> {
    weights: &'a [T],
    filters: usize,
    /// The most filters of a block.
    most: usize,
    taps: usize,
}

impl<'a, T: Summed> Filters<'a, T> {
    /// # Panics
    /// If there are not as many weights.
    pub(crate) fn new(filters: usize, taps: usize, weights: &'a [T]) -> Self {
        assert!(weights.len() == filters * taps, "a weight for each filter and tap");
        Filters { weights, filters, most: Size::new::<T>(filters).filters, taps }
    }
}

impl<T: Clone> Filters<'_, T> {
    /// The filters whose weights are together.
    fn blocks(&self) -> impl Iterator<Item = Range<usize>> + use<T> {
        blocks(self.filters, self.most)
    }
}

/// The filters in blocks of `most`, the rest in blocks of 4, 2 and 1.
fn blocks(filters: usize, most: usize) -> impl Iterator<Item = Range<usize>> {
    let mut next = 0;
    core::iter::from_fn(move || {
        let left = filters - next;
        let size = [most, 4, 2, 1].into_iter().find(|size| *size <= left)?;
        next += size;
        Some(next - size..next)
    })
}

/// What one sweep reads.
struct Job<'a, T: Clone> {
    source: &'a [T],
    taps: &'a [usize],
    filters: &'a Filters<'a, T>,
    bias: Option<&'a [T]>,
    tiles: Tiles,
    /// From one row of tiles to the next, in `out`.
    row_step: usize,
    /// From one filter to the next, in `out`.
    plane: usize,
}

/// Sweeps over one group of channels: writes a plane of `plane` elements for each filter, at the places that `places` names.
///
/// `strip` is memory that is used again.
///
/// # Panics
/// If the source is shorter than the places reach.
pub(crate) fn sweep<T: Summed>(
    places: &Sweep,
    source: &[T],
    filters: &Filters<'_, T>,
    bias: Option<&[T]>,
    out: &mut [MaybeUninit<T>],
    plane: usize,
    strip: &mut Scratch<MaybeUninit<T>>,
) {
    let (tiles, way) = places.tiles::<T>(filters.filters);
    let job = |row_step, plane| Job { source, taps: &places.taps, filters, bias, tiles, row_step, plane };
    if tiles.count() == 0 {
        return;
    }
    let bias_of_one = bias.map(|bias| &bias[0]);
    match way {
        Way::Direct => return tile::run(&job(places.row_step, plane), &mut out[places.first..]),
        Way::Stripes => {
            let job = stripes::Job {
                source,
                runs: &places.runs,
                weights: filters.weights,
                bias: bias_of_one,
                tiles,
                row_step: places.row_step,
            };
            let done = stripes::run(&job, &mut out[places.first..]);
            return assert!(done, "loops for these elements");
        }
        Way::Strip => {}
    }
    // Results that do not lie together are made in a strip, some rows at a time, and go from there to their places.
    let pitch = if tiles.rows == 1 { places.pitch } else { places.columns };
    let rows = places.strip::<T>(filters.filters);
    for first in (0..places.rows).step_by(rows) {
        let rows = rows.min(places.rows - first);
        let tiles = tiles.of_rows(rows, places);
        let size = tiles.rows * tiles.columns;
        strip.make_room(size * filters.filters);
        strip.resize_with(size * filters.filters, MaybeUninit::uninit);
        let source = &source[first * places.pitch..];
        tile::run(
            &Job { source, taps: &places.taps, filters, bias, tiles, row_step: tiles.columns, plane: size },
            strip,
        );
        for filter in 0..filters.filters {
            for row in 0..rows {
                let from = &mut strip[filter * size + row * pitch..][..places.columns];
                let to = &mut out[filter * plane + places.first + (first + row) * places.row_step..];
                let moved = |(to, from): (&mut MaybeUninit<T>, &mut MaybeUninit<T>)| {
                    *to = mem::replace(from, MaybeUninit::uninit());
                };
                match places.column_step {
                    1 => to[..places.columns].iter_mut().zip(from).for_each(moved),
                    step => to.iter_mut().step_by(step).zip(from).for_each(moved),
                }
            }
        }
    }
}
