//! Tiles of a product, which are summed in registers.

use crate::kernels::vector::Vector;

/// Where a tile's operands are, and how to step through them.
pub(super) struct Tile<T> {
    /// The tile's first row of the left matrix, the step to the next row, and along it. Rows 3 and 6 are pointers of their own: eight
    /// steps from row to row, one after the other, take as long as a step's sums.
    pub a: [*const T; 3],
    pub a_row: isize,
    pub a_step: isize,
    /// The tile's first column of the right matrix, whose rows are contiguous, and the step to the next row.
    pub b: *const T,
    pub b_step: isize,
    /// What is asked for meanwhile, a little with each product, since it is needed next; a step of 0 if that is nothing.
    pub ahead: *const T,
    pub ahead_step: usize,
    /// How many products each sum has.
    pub k: usize,
    /// The result, and the steps to its next row and column.
    pub c: *mut T,
    pub c_row: isize,
    pub c_column: isize,
    /// How many columns there are: at least one, at most as many as the vectors have lanes.
    pub columns: usize,
    pub start: Start<T>,
    /// Is 0 to be there in place of negative sums? Of [`outer`] into contiguous rows only.
    pub relu: bool,
}

/// What the sums start from; pointers are to the tile's first column or row.
#[derive(Clone, Copy)]
pub(crate) enum Start<T> {
    Zero,
    /// What is in the result.
    Result,
    /// A number for each column.
    Columns(*const T),
    /// A number for each row.
    Rows(*const T),
}

impl<T> Start<T> {
    /// The same from another row and column on.
    #[inline(always)]
    pub(crate) fn at(self, row: usize, column: usize) -> Self {
        match self {
            Start::Columns(from) => Start::Columns(from.wrapping_add(column)),
            Start::Rows(from) => Start::Rows(from.wrapping_add(row)),
            other => other,
        }
    }
}

/// One row of the columns of `N` vectors.
///
/// # Safety
/// It may be read: all lanes of the vectors but the last one, and of that the mask's. The CPU has the vector's instructions.
#[inline(always)]
unsafe fn read<V: Vector, const N: usize>(from: *const V::Elem, mask: V::Mask) -> [V; N] {
    // SAFETY: passed on from the caller.
    let mut row = [unsafe { V::load_first(from.wrapping_add((N - 1) * V::LANES), mask) }; N];
    for (v, item) in row.iter_mut().enumerate().take(N - 1) {
        // SAFETY: as above.
        *item = unsafe { V::load(from.wrapping_add(v * V::LANES)) };
    }
    row
}

/// The product of `M` rows by the columns of `N` vectors, one outer product after the other.
///
/// # Safety
/// All that the tile says lies within the operands and the result; numbers to start from are initialised, those of the result
/// too. The CPU has the vector's instructions.
#[inline(always)]
#[allow(clippy::needless_range_loop)] // loops of constants, which are unrolled
pub(super) unsafe fn outer<V: Vector, const M: usize, const N: usize>(tile: &Tile<V::Elem>) {
    let last = (N - 1) * V::LANES;
    debug_assert!(tile.columns > last && tile.columns <= N * V::LANES);
    // SAFETY: the CPU has the instructions.
    let mask = unsafe { V::mask(tile.columns - last) };
    // SAFETY: the CPU has the instructions.
    let zero = unsafe { V::splat(V::Elem::default()) };
    let mut sums = [[zero; N]; M];
    match tile.start {
        Start::Zero => {}
        // Added at the end, by when it has come from memory.
        Start::Result => {
            for i in 0..M {
                for v in 0..N {
                    let at = tile.c.wrapping_offset(i as isize * tile.c_row).wrapping_add(v * V::LANES);
                    V::prefetch(at);
                }
            }
        }
        // SAFETY: a number for each column.
        Start::Columns(from) => sums = [unsafe { read::<V, N>(from, mask) }; M],
        Start::Rows(from) => {
            for i in 0..M {
                // SAFETY: a number for each row.
                let x = unsafe { from.wrapping_add(i).read() };
                // SAFETY: the CPU has the instructions.
                sums[i] = [unsafe { V::splat(x) }; N];
            }
        }
    }
    let (mut a, mut b, mut ahead) = (tile.a, tile.b, tile.ahead);
    for _ in 0..tile.k {
        if tile.ahead_step != 0 {
            V::prefetch(ahead);
            ahead = ahead.wrapping_add(tile.ahead_step);
        }
        // SAFETY: a row of the right matrix.
        let row = unsafe { read::<V, N>(b, mask) };
        for i in 0..M {
            // SAFETY: an element of the left matrix.
            let x = unsafe { a[i / 3].wrapping_offset((i % 3) as isize * tile.a_row).read() };
            // SAFETY: the CPU has the instructions.
            let x = unsafe { V::splat(x) };
            for v in 0..N {
                // SAFETY: as above.
                sums[i][v] = unsafe { x.mul_add(row[v], sums[i][v]) };
            }
        }
        for i in 0..3 {
            a[i] = a[i].wrapping_offset(tile.a_step);
        }
        b = b.wrapping_offset(tile.b_step);
    }
    if tile.c_column == 1 {
        if matches!(tile.start, Start::Result) {
            for i in 0..M {
                // SAFETY: a row of the result.
                let before = unsafe { read::<V, N>(tile.c.wrapping_offset(i as isize * tile.c_row), mask) };
                for v in 0..N {
                    // SAFETY: the CPU has the instructions.
                    sums[i][v] = unsafe { sums[i][v].add(before[v]) };
                }
            }
        }
        if tile.relu {
            for i in 0..M {
                for v in 0..N {
                    // SAFETY: the CPU has the instructions. NaN stays.
                    sums[i][v] = unsafe { zero.larger(sums[i][v]) };
                }
            }
        }
        for i in 0..M {
            let to = tile.c.wrapping_offset(i as isize * tile.c_row);
            for v in 0..N - 1 {
                // SAFETY: within the tile's columns of the result.
                unsafe { sums[i][v].store(to.wrapping_add(v * V::LANES)) };
            }
            let to = to.wrapping_add(last);
            if tile.columns == N * V::LANES {
                // SAFETY: as above.
                unsafe { sums[i][N - 1].store(to) };
            } else {
                // SAFETY: as above.
                unsafe { sums[i][N - 1].store_first(to, mask) };
            }
        }
        return;
    }
    // The lanes of a vector are apart in the result.
    let add = matches!(tile.start, Start::Result);
    for v in 0..N {
        let mut lanes = [[V::Elem::default(); 16]; M];
        for i in 0..M {
            // SAFETY: no vector has more lanes.
            unsafe { sums[i][v].store(lanes[i].as_mut_ptr()) };
        }
        let first = v * V::LANES;
        // The rows are next to each other, as a rule.
        for j in 0..V::LANES.min(tile.columns - first) {
            for i in 0..M {
                let to = tile.c.wrapping_offset(i as isize * tile.c_row + (first + j) as isize * tile.c_column);
                // SAFETY: within the tile of the result; initialised if the sum starts from there.
                unsafe { put::<V>(to, lanes[i][j], add) };
            }
        }
    }
}

/// Writes a sum, or adds it to what is there.
///
/// # Safety
/// The place may be written; if it is added to, it is initialised.
#[inline(always)]
unsafe fn put<V: Vector>(to: *mut V::Elem, sum: V::Elem, add: bool) {
    // SAFETY: initialised.
    let sum = if add { (unsafe { to.read() }) + sum } else { sum };
    // SAFETY: passed on from the caller.
    unsafe { to.write(sum) };
}

/// One step of [`inner`]: the products of as many elements as `read` gives.
macro_rules! along {
    ($tile:ident, $sums:ident, $zero:ident, $at:expr, |$from:ident| $read:expr) => {
        let mut columns = [$zero; N];
        for j in 0..N {
            let $from = $tile.b.wrapping_offset(j as isize * $tile.b_step).wrapping_add($at);
            // SAFETY: as many elements of a column.
            columns[j] = unsafe { $read };
        }
        for i in 0..M {
            let $from = $tile.a[0].wrapping_offset(i as isize * $tile.a_row).wrapping_add($at);
            // SAFETY: as many elements of a row.
            let row = unsafe { $read };
            for j in 0..N {
                // SAFETY: the CPU has the instructions.
                $sums[i][j] = unsafe { row.mul_add(columns[j], $sums[i][j]) };
            }
        }
    };
}

/// The product of `M` rows by `N` columns, all contiguous, as sums of products along them: `b_step` is from one column to the
/// next, and `a_step` is not looked at.
///
/// # Safety
/// As for [`outer`].
#[inline(always)]
#[allow(clippy::needless_range_loop)] // loops of constants, which are unrolled
pub(super) unsafe fn inner<V: Vector, const M: usize, const N: usize>(tile: &Tile<V::Elem>) {
    // SAFETY: the CPU has the instructions.
    let zero = unsafe { V::splat(V::Elem::default()) };
    let mut sums = [[zero; N]; M];
    let whole = tile.k - tile.k % V::LANES;
    let mut at = 0;
    while at < whole {
        along!(tile, sums, zero, at, |from| V::load(from));
        at += V::LANES;
    }
    if whole < tile.k {
        // SAFETY: the CPU has the instructions.
        let mask = unsafe { V::mask(tile.k - whole) };
        along!(tile, sums, zero, whole, |from| V::load_first(from, mask));
    }
    let add = matches!(tile.start, Start::Result);
    for i in 0..M {
        for j in 0..N {
            // SAFETY: the CPU has the instructions.
            let mut sum = unsafe { sums[i][j].sum() };
            let from = match tile.start {
                Start::Columns(from) => Some(from.wrapping_add(j)),
                Start::Rows(from) => Some(from.wrapping_add(i)),
                Start::Zero | Start::Result => None,
            };
            if let Some(from) = from {
                // SAFETY: a number for each row or column.
                sum = (unsafe { from.read() }) + sum;
            }
            let to = tile.c.wrapping_offset(i as isize * tile.c_row + j as isize * tile.c_column);
            // SAFETY: within the tile of the result; initialised if the sum starts from there.
            unsafe { put::<V>(to, sum, add) };
        }
    }
}
