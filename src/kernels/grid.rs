//! Pictures read at places between their elements, and the way back of it.

use num_traits::Float;

use super::float::float;

/// What lies beyond the edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beyond {
    Zeros,
    Edge,
    Reflection,
}

/// What is read between elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Between {
    Nearest,
    Linear,
    Cubic,
}

/// How pictures are read: of which sizes, and at how many places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sampling {
    pub channels: usize,
    /// Height and width.
    pub from: [usize; 2],
    /// How many places there are in a picture.
    pub places: usize,
    pub between: Between,
    pub beyond: Beyond,
    pub align_corners: bool,
}

/// An element near a place of an axis: where it is, if it is within the picture, how much of it is taken, and how that changes with the grid's number.
#[derive(Clone, Copy)]
struct Tap<T> {
    at: Option<usize>,
    share: T,
    slope: T,
}

/// The parameter of the cubic convolution, as in PyTorch.
pub(crate) const CUBIC: f64 = -0.75;

/// What `x`, from 0 to 1, and from 1 to 2, has of a cubic convolution, by its powers from the third down.
pub(crate) const INNER: [f64; 4] = [CUBIC + 2.0, -CUBIC - 3.0, 0.0, 1.0];
pub(crate) const OUTER: [f64; 4] = [CUBIC, -5.0 * CUBIC, 8.0 * CUBIC, -4.0 * CUBIC];

/// A polynomial, and its slope.
fn polynomial<T: Float>(by: [f64; 4], x: T) -> [T; 2] {
    let [a, b, c, d] = by.map(float::<T>);
    let (two, three) = (float::<T>(2.0), float::<T>(3.0));
    [((a * x + b) * x + c) * x + d, (three * a * x + two * b) * x + c]
}

impl Sampling {
    /// How many elements a picture has, and how many its result.
    fn lens(&self) -> [usize; 2] {
        [self.channels * self.from[0] * self.from[1], self.channels * self.places]
    }

    /// How many elements of an axis count for a place.
    fn taps(&self) -> usize {
        match self.between {
            Between::Nearest => 1,
            Between::Linear => 2,
            Between::Cubic => 4,
        }
    }

    /// A place of an axis of `n` elements that may lie beyond its edges, where it is within them, and how fast that moves.
    fn bounded<T: Float>(&self, mut at: T, mut speed: T, n: usize) -> [T; 2] {
        let (size, half, one) = (float::<T>(n as f64), float::<T>(0.5), T::one());
        if self.beyond == Beyond::Reflection {
            let (low, span) = if self.align_corners { (T::zero(), size - one) } else { (-half, size) };
            if span > T::zero() {
                let way = at - low;
                speed = if way < T::zero() { -speed } else { speed };
                let (turns, rest) = ((way.abs() / span).floor(), way.abs() % span);
                let odd = turns % float(2.0) != T::zero();
                speed = if odd { -speed } else { speed };
                at = low + if odd { span - rest } else { rest };
            } else {
                (at, speed) = (T::zero(), T::zero());
            }
        }
        if self.beyond != Beyond::Zeros {
            let last = size - one;
            if at <= T::zero() || at >= last {
                speed = T::zero();
            }
            at = at.max(T::zero()).min(last);
        }
        [at, speed]
    }

    /// The elements that count for a place of an axis of `n` elements; none after as many as [`taps`](Self::taps).
    fn around<T: Float>(&self, x: T, n: usize) -> [Tap<T>; 4] {
        let (size, half, one) = (float::<T>(n as f64), float::<T>(0.5), T::one());
        // As PyTorch says.
        let x = if x.is_nan() { -one } else { x };
        let [at, speed] = if self.align_corners {
            [(x + one) * half * (size - one), half * (size - one)]
        } else {
            [((x + one) * size - one) * half, half * size]
        };
        let within = |at: T| at.to_isize().and_then(|at| usize::try_from(at).ok()).filter(|at| *at < n);
        let mut taps = [Tap { at: None, share: T::zero(), slope: T::zero() }; 4];
        match self.between {
            Between::Nearest => {
                let [at, _] = self.bounded(at, speed, n);
                // Of two as near the even one.
                let floor = at.floor();
                let up = at - floor > half || at - floor == half && floor % float(2.0) != T::zero();
                taps[0] = Tap { at: within(if up { floor + one } else { floor }), share: one, slope: T::zero() };
            }
            Between::Linear => {
                let [at, speed] = self.bounded(at, speed, n);
                let floor = at.floor();
                let share = at - floor;
                taps[0] = Tap { at: within(floor), share: one - share, slope: -speed };
                taps[1] = Tap { at: within(floor + one), share, slope: speed };
            }
            Between::Cubic => {
                let floor = at.floor();
                let way = at - floor;
                let two = one + one;
                let by =
                    [(OUTER, way + one, one), (INNER, way, one), (INNER, one - way, -one), (OUTER, two - way, -one)];
                for (tap, ((by, way, sign), step)) in
                    taps.iter_mut().zip(by.into_iter().zip([-one, T::zero(), one, two]))
                {
                    let [share, slope] = polynomial(by, way);
                    *tap =
                        Tap { at: within(self.bounded(floor + step, one, n)[0]), share, slope: sign * slope * speed };
                }
            }
        }
        taps
    }

    /// Shows `f` each place: which it is of all, the part of the picture it is in, and what counts for it in both directions.
    fn each<T: Float>(&self, grid: &[T], mut f: impl FnMut(usize, usize, [[Tap<T>; 4]; 2])) {
        for (i, at) in grid.as_chunks::<2>().0.iter().enumerate() {
            let [column, row] = *at;
            f(i / self.places, i % self.places, [self.around(row, self.from[0]), self.around(column, self.from[1])]);
        }
    }

    /// The elements that count for a place and are within the picture: where they are in a plane, how much of each is taken, and how that changes with the
    /// grid's numbers of row and column.
    fn corners<T: Float>(&self, [rows, columns]: [[Tap<T>; 4]; 2]) -> impl Iterator<Item = (usize, T, [T; 2])> {
        let (width, taps) = (self.from[1], self.taps());
        (0..taps * taps).filter_map(move |i| {
            let (row, column) = (rows[i / taps], columns[i % taps]);
            let at = row.at? * width + column.at?;
            Some((at, row.share * column.share, [row.slope * column.share, row.share * column.slope]))
        })
    }

    /// `[.., C, H, W]` at places `[.., n, 2]`, of a column and a row from -1 to 1 each, into `[.., C, n]`, which are zeros.
    ///
    /// # Panics
    /// If one of them has another size.
    pub(crate) fn sample<T: Float>(&self, x: &[T], grid: &[T], to: &mut [T]) {
        let [plane, picture, made] = self.check(x.len(), grid.len(), to.len());
        self.each(grid, |i, place, around| {
            let (x, to) = (&x[i * picture..][..picture], &mut to[i * made..][..made]);
            for (at, share, _) in self.corners(around) {
                for channel in 0..self.channels {
                    let to = &mut to[channel * self.places + place];
                    *to = *to + share * x[channel * plane + at];
                }
            }
        });
    }

    /// The gradient of pictures, added to `to`, of that of the result.
    ///
    /// # Panics
    /// If one of them has another size.
    pub(crate) fn back_by_pictures<T: Float>(&self, grid: &[T], grad: &[T], to: &mut [T]) {
        let [plane, picture, made] = self.check(to.len(), grid.len(), grad.len());
        self.each(grid, |i, place, around| {
            let (to, grad) = (&mut to[i * picture..][..picture], &grad[i * made..][..made]);
            for (at, share, _) in self.corners(around) {
                for channel in 0..self.channels {
                    let to = &mut to[channel * plane + at];
                    *to = *to + share * grad[channel * self.places + place];
                }
            }
        });
    }

    /// The gradient of places, added to `to`, of that of the result.
    ///
    /// # Panics
    /// If one of them has another size.
    pub(crate) fn back_by_places<T: Float>(&self, x: &[T], grid: &[T], grad: &[T], to: &mut [T]) {
        let [plane, picture, made] = self.check(x.len(), grid.len(), grad.len());
        assert!(to.len() == grid.len(), "a gradient of its size");
        self.each(grid, |i, place, around| {
            let (x, grad) = (&x[i * picture..][..picture], &grad[i * made..][..made]);
            let mut by = [T::zero(); 2];
            for (at, _, slopes) in self.corners(around) {
                for channel in 0..self.channels {
                    let g = grad[channel * self.places + place] * x[channel * plane + at];
                    by = [by[0] + g * slopes[0], by[1] + g * slopes[1]];
                }
            }
            let to = &mut to[2 * (i * self.places + place)..][..2];
            to[0] = to[0] + by[1];
            to[1] = to[1] + by[0];
        });
    }

    /// The sizes of a plane, a picture and its result.
    fn check(&self, x: usize, grid: usize, made: usize) -> [usize; 3] {
        let [picture, result] = self.lens();
        let count = (grid / 2).checked_div(self.places).unwrap_or(0);
        assert!(
            grid == count * self.places * 2 && made == count * result && (x == count * picture || grid == 0),
            "pictures, places and results of their sizes"
        );
        [self.from[0] * self.from[1], picture, result]
    }
}
