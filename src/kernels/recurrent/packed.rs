//! Products of a few rows with one matrix, again and again: that matrix is copied into panels once.

use core::array;
use core::marker::PhantomData;

use num_traits::Float;

use super::zeros;
use crate::kernels::float::as_places;
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
    let mut sums = [[[s.zero(); N]; R]; C];
    let mut rest = Rest::<_, R, N>::new(s, panel, column, a);
    while rest.add(&mut sums) {}
    while rest.add(array::from_mut(&mut sums[0])) {}
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
                s.store(sum, as_places(to));
            } else {
                let lanes = s.lanes(sum);
                let n = to.len();
                to.copy_from_slice(&lanes[..n]);
            }
        }
    }
}

/// What a tile has still to add.
///
/// Invariant: from `row` on there are `left` rows of the panel, `width` apart, each of `N` vectors, and from `a` on as many elements of each of `R` rows, `k` apart; they are
/// borrowed for `'a`.
struct Rest<'a, S: Simd, const R: usize, const N: usize> {
    s: S,
    row: *const S::Elem,
    width: usize,
    a: *const S::Elem,
    k: usize,
    left: usize,
    borrowed: PhantomData<&'a [S::Elem]>,
}

impl<'a, S: Simd, const R: usize, const N: usize> Rest<'a, S, R, N> {
    /// All rows of the panel, from a column on.
    ///
    /// # Panics
    /// If the vectors go beyond the panel, or there are not as many elements as `R` rows have.
    #[inline(always)]
    fn new(s: S, panel: &Panel<'a, S::Elem>, column: usize, a: &'a [S::Elem]) -> Self {
        let &Panel { rows, width, k } = panel;
        let within = rows.len() == k * width && column + N * S::LANES <= width;
        assert!(within && a.len() == R * k, "a tile within its panel");
        Rest { s, row: rows.as_ptr().wrapping_add(column), width, a: a.as_ptr(), k, left: k, borrowed: PhantomData }
    }

    /// Adds the next `C` rows, each times an element of each of the rows, if there are as many.
    #[inline(always)]
    #[allow(clippy::needless_range_loop)] // as above
    fn add<const C: usize>(&mut self, sums: &mut [[[S::V; N]; R]; C]) -> bool {
        if self.left < C {
            return false;
        }
        let (s, k) = (self.s, self.k);
        for c in 0..C {
            let (row, a) = (self.row.wrapping_add(c * self.width), self.a.wrapping_add(c));
            let mut vectors = [s.zero(); N];
            for v in 0..N {
                // SAFETY: one of the `N` vectors of a row, of which `C` are left, as was compared just above.
                vectors[v] = unsafe { s.load_at(row.wrapping_add(v * S::LANES)) };
            }
            for i in 0..R {
                // SAFETY: an element of one of the `R` rows, which have as many left, as was compared just above.
                let x = s.splat(unsafe { a.wrapping_add(i * k).read() });
                for v in 0..N {
                    sums[c][i][v] = s.mul_add(x, vectors[v], sums[c][i][v]);
                }
            }
        }
        self.row = self.row.wrapping_add(C * self.width);
        self.a = self.a.wrapping_add(C);
        self.left -= C;
        true
    }
}
