//! Products of a few rows with one matrix, again and again: that matrix is copied into panels once.

use core::mem::MaybeUninit;

use num_traits::Float;

use super::zeros;
use crate::kernels::products::{Grid, ProductSizes, gemm};
use crate::kernels::simd::{MOST, Simd, Task};
use crate::storage::Buffer;

/// The columns of a panel: those of the widest tile of the widest vectors.
const WIDTH: usize = 4 * MOST;

/// For so few rows in all the matrix is read where it is.
const FEW: usize = 8;

/// A matrix `[k, n]`, whose transpose `[n, k]` lies row by row.
pub(super) enum Packed<'a, T> {
    /// As it is.
    Plain { transposed: &'a [T], k: usize, n: usize },
    /// Its columns in panels, each of which is row-major; the last one has as many columns as are left, up to whole vectors, and zeros there.
    Panels { panels: Buffer<T>, k: usize, n: usize },
}

/// The panels of `n` columns: the first column of each, how many of it there are, and how many it has room for.
fn panels(n: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    (0..n).step_by(WIDTH).map(move |first| {
        let (columns, width) = panel_at(first, n);
        (first, columns, width)
    })
}

/// The columns of the panel that starts with one of `n`, and how many it has room for.
fn panel_at(first: usize, n: usize) -> (usize, usize) {
    let columns = WIDTH.min(n - first);
    (columns, columns.next_multiple_of(MOST))
}

impl<'a, T: Float + 'static> Packed<'a, T> {
    /// The transpose of a matrix `[n, k]`, to be multiplied by so many rows in all.
    pub(super) fn transposed(of: &'a [T], k: usize, n: usize, rows: usize) -> Self {
        assert!(of.len() == n * k, "a matrix of its size");
        if rows < FEW {
            return Packed::Plain { transposed: of, k, n };
        }
        Packed::pack(k, n, |panel, width, first, columns| {
            // A block of the result at a time, so that what is read and what is written stays in the cache.
            for from in (0..k).step_by(MOST) {
                for column in 0..columns {
                    let row = &of[(first + column) * k..][from..k.min(from + MOST)];
                    for (i, x) in row.iter().enumerate() {
                        panel[(from + i) * width + column] = *x;
                    }
                }
            }
        })
    }

    /// A matrix `[k, n]` that lies row by row.
    pub(super) fn rows(of: &[T], k: usize, n: usize) -> Self {
        assert!(of.len() == n * k, "a matrix of its size");
        Packed::pack(k, n, |panel, width, first, columns| {
            for (to, from) in panel.chunks_exact_mut(width).zip(of.chunks_exact(n)) {
                to[..columns].copy_from_slice(&from[first..][..columns]);
            }
        })
    }

    fn pack(k: usize, n: usize, mut fill: impl FnMut(&mut [T], usize, usize, usize)) -> Self {
        let mut all = zeros(k * panels(n).map(|(_, _, width)| width).sum::<usize>());
        let mut rest = all.as_mut_slice();
        if k > 0 {
            for (first, columns, width) in panels(n) {
                let (panel, others) = rest.split_at_mut(k * width);
                fill(panel, width, first, columns);
                rest = others;
            }
        }
        Packed::Panels { panels: all, k, n }
    }

    /// `to = start + a b` of rows `[m, k]`, where one row is the start of all, or what is there. `back` reads the matrix from its end.
    pub(super) fn multiply<S: Simd<Elem = T>>(
        &self,
        s: S,
        a: &[T],
        m: usize,
        start: Option<&[T]>,
        to: &mut [T],
        back: bool,
    ) {
        match *self {
            Packed::Plain { transposed, k, n } => {
                if let Some(start) = start {
                    to.chunks_exact_mut(n.max(1)).for_each(|to| to.copy_from_slice(start));
                }
                let (a, b) =
                    (Grid { elements: a, rows: k, columns: 1 }, Grid { elements: transposed, rows: k, columns: 1 });
                gemm(a, b.transposed(), ProductSizes { m, k, n }, true, to);
            }
            Packed::Panels { ref panels, k, n } => {
                s.call(Product { panels: panels.as_slice(), k, n, a, m, start, to, back })
            }
        }
    }
}

struct Product<'a, T> {
    panels: &'a [T],
    k: usize,
    n: usize,
    a: &'a [T],
    m: usize,
    start: Option<&'a [T]>,
    to: &'a mut [T],
    /// From the last panel to the first.
    back: bool,
}

impl<S: Simd> Task<S> for Product<'_, S::Elem> {
    type Output = ();
    #[inline(always)]
    fn run(self, s: S) {
        let Product { panels: all, k, n, a, m, start, to, back } = self;
        assert!(a.len() == m * k && to.len() == m * n && start.is_none_or(|start| start.len() == n), "rows that fit");
        let count = n.div_ceil(WIDTH);
        for i in 0..count {
            // There and back: what was read last is in the cache still, where not all of it has room.
            let first = WIDTH * if back { count - 1 - i } else { i };
            let (columns, width) = panel_at(first, n);
            // All panels before it are of the full width.
            let panel = Panel { rows: &all[first * k..][..k * width], width, k };
            let mut column = 0;
            while column < columns {
                let vectors = match (width - column) / S::LANES {
                    4.. => 4,
                    2.. => 2,
                    _ => 1,
                };
                let place = TileAt { first: first + column, n, columns: (columns - column).min(vectors * S::LANES) };
                let mut row = 0;
                while row < m {
                    // As many sums as registers hold, beside a row of the panel.
                    let rows = match m - row {
                        4.. if S::REGISTERS > 16 => 4,
                        2.. => 2,
                        _ => 1,
                    };
                    let a = &a[row * k..][..rows * k];
                    let to = &mut to[row * n..][..rows * n];
                    match (rows, vectors) {
                        (4, 4) => tile::<S, 4, 4, 1>(s, &panel, column, a, start, place, to),
                        (4, 2) => tile::<S, 4, 2, 1>(s, &panel, column, a, start, place, to),
                        (4, _) => tile::<S, 4, 1, 1>(s, &panel, column, a, start, place, to),
                        (2, 4) => tile::<S, 2, 4, 1>(s, &panel, column, a, start, place, to),
                        (2, 2) => tile::<S, 2, 2, 2>(s, &panel, column, a, start, place, to),
                        (2, _) => tile::<S, 2, 1, 4>(s, &panel, column, a, start, place, to),
                        (_, 4) => tile::<S, 1, 4, 2>(s, &panel, column, a, start, place, to),
                        (_, 2) => tile::<S, 1, 2, 4>(s, &panel, column, a, start, place, to),
                        _ => tile::<S, 1, 1, 4>(s, &panel, column, a, start, place, to),
                    }
                    row += rows;
                }
                column += vectors * S::LANES;
            }
        }
    }
}

/// Some columns of the matrix.
struct Panel<'a, T> {
    rows: &'a [T],
    width: usize,
    k: usize,
}

/// Where a tile is in the result, rows of `n`.
#[derive(Clone, Copy)]
struct TileAt {
    first: usize,
    n: usize,
    columns: usize,
}

/// `R` rows by the columns of `N` vectors, in `C` sums of each, so that one need not wait for the last.
#[inline(always)]
#[allow(clippy::needless_range_loop)] // loops of constants, which are unrolled
fn tile<S: Simd, const R: usize, const N: usize, const C: usize>(
    s: S,
    panel: &Panel<'_, S::Elem>,
    column: usize,
    a: &[S::Elem],
    start: Option<&[S::Elem]>,
    place: TileAt,
    to: &mut [S::Elem],
) {
    let &Panel { rows, width, k } = panel;
    assert!(rows.len() == k * width && column + N * S::LANES <= width && a.len() == R * k, "a tile within its panel");
    let whole = k - k % C;
    let mut sums = [[[s.zero(); N]; R]; C];
    for from in (0..whole).step_by(C) {
        for c in 0..C {
            // SAFETY: `from + c` is less than `whole`, and that at most `k`; the panel and the rows were compared just above.
            unsafe { add::<S, R, N>(s, panel, column, a, from + c, &mut sums[c]) };
        }
    }
    for l in whole..k {
        // SAFETY: `l` is less than `k`; the panel and the rows were compared just above.
        unsafe { add::<S, R, N>(s, panel, column, a, l, &mut sums[0]) };
    }
    for i in 0..R {
        let to = &mut to[i * place.n + place.first..][..place.columns];
        for v in 0..N {
            let mut sum = sums[0][i][v];
            for c in 1..C {
                sum = s.add(sum, sums[c][i][v]);
            }
            let Some(to) = to.get_mut(v * S::LANES..).filter(|to| !to.is_empty()) else { break };
            let before = match start {
                Some(start) => s.load_part(&start[place.first + v * S::LANES..][..to.len()]),
                None => s.load_part(to),
            };
            let sum = s.add(before, sum);
            if to.len() >= S::LANES {
                // SAFETY: initialised elements are places for such.
                let to = unsafe { &mut *(core::ptr::from_mut(&mut to[..S::LANES]) as *mut [MaybeUninit<S::Elem>]) };
                s.store(sum, to);
            } else {
                let lanes = s.lanes(sum);
                let n = to.len();
                to.copy_from_slice(&lanes[..n]);
            }
        }
    }
}

/// One row of the matrix, times an element of each of the rows.
///
/// # Safety
/// The panel has `k` rows of `width`, and `N` vectors from `column` on are within that width; there are `R` rows of `k`, and `l` is less than `k`.
#[inline(always)]
#[allow(clippy::needless_range_loop)] // as above
unsafe fn add<S: Simd, const R: usize, const N: usize>(
    s: S,
    panel: &Panel<'_, S::Elem>,
    column: usize,
    a: &[S::Elem],
    l: usize,
    sums: &mut [[S::V; N]; R],
) {
    let row = panel.rows.as_ptr().wrapping_add(l * panel.width + column);
    let mut vectors = [s.zero(); N];
    for v in 0..N {
        // SAFETY: row `l` is one of the panel's, and the caller promises that the vectors from `column` on are within it.
        vectors[v] = unsafe { s.load_at(row.wrapping_add(v * S::LANES)) };
    }
    for i in 0..R {
        // SAFETY: element `l` of row `i`, of `R` rows of `k` elements, and `l` is less than `k`, as the caller promises.
        let x = s.splat(unsafe { a.as_ptr().wrapping_add(i * panel.k + l).read() });
        for v in 0..N {
            sums[i][v] = s.mul_add(x, vectors[v], sums[i][v]);
        }
    }
}
