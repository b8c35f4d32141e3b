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

/// How pictures are read: of which sizes, and at how many places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sampling {
    pub channels: usize,
    /// Height and width.
    pub from: [usize; 2],
    /// How many places there are in a picture.
    pub places: usize,
    pub nearest: bool,
    pub beyond: Beyond,
    pub align_corners: bool,
}

/// The elements around a place of an axis: the first one, how far the place is behind it, and how fast it moves with the grid's number.
struct Around<T> {
    first: isize,
    share: T,
    speed: T,
}

impl Sampling {
    /// How many elements a picture has, and how many its result.
    fn lens(&self) -> [usize; 2] {
        [self.channels * self.from[0] * self.from[1], self.channels * self.places]
    }

    fn around<T: Float>(&self, x: T, n: usize) -> Around<T> {
        let (size, half, one) = (float::<T>(n as f64), float::<T>(0.5), T::one());
        // As PyTorch says.
        let x = if x.is_nan() { -one } else { x };
        let (mut at, mut speed) = if self.align_corners {
            ((x + one) * half * (size - one), half * (size - one))
        } else {
            (((x + one) * size - one) * half, half * size)
        };
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
        if self.nearest {
            // Of two as near the even one.
            let floor = at.floor();
            let up = at - floor > half || at - floor == half && floor % float(2.0) != T::zero();
            let first = (if up { floor + one } else { floor }).to_isize().unwrap_or(isize::MIN);
            return Around { first, share: T::zero(), speed: T::zero() };
        }
        let floor = at.floor();
        Around { first: floor.to_isize().unwrap_or(isize::MIN), share: at - floor, speed }
    }

    /// Shows `f` each place: which it is of all, the part of the picture it is in, and what lies around it in both directions.
    fn each<T: Float>(&self, grid: &[T], mut f: impl FnMut(usize, usize, [Around<T>; 2])) {
        for (i, at) in grid.as_chunks::<2>().0.iter().enumerate() {
            let [column, row] = *at;
            f(i / self.places, i % self.places, [self.around(row, self.from[0]), self.around(column, self.from[1])]);
        }
    }

    /// The elements around a place that are within the picture: where they are in a plane, how much of each is taken, and how that changes with the place's row
    /// and column.
    fn corners<T: Float>(&self, [row, column]: &[Around<T>; 2]) -> impl Iterator<Item = (usize, T, [T; 2])> {
        let shares = |of: &Around<T>| [(T::one() - of.share, -T::one()), (of.share, T::one())];
        let (rows, columns) = (shares(row), shares(column));
        let (from, firsts) = (self.from, [row.first, column.first]);
        (0..4).filter_map(move |i| {
            let (i, j) = (i / 2, i % 2);
            let within = |first: isize, step: usize, n: usize| {
                first.checked_add_unsigned(step).and_then(|at| usize::try_from(at).ok()).filter(|at| *at < n)
            };
            let at = within(firsts[0], i, from[0])? * from[1] + within(firsts[1], j, from[1])?;
            let ((y, dy), (x, dx)) = (rows[i], columns[j]);
            Some((at, y * x, [dy * x, y * dx]))
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
            for (at, share, _) in self.corners(&around) {
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
            for (at, share, _) in self.corners(&around) {
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
            for (at, _, slopes) in self.corners(&around) {
                for channel in 0..self.channels {
                    let g = grad[channel * self.places + place] * x[channel * plane + at];
                    by = [by[0] + g * slopes[0], by[1] + g * slopes[1]];
                }
            }
            let to = &mut to[2 * (i * self.places + place)..][..2];
            to[0] = to[0] + by[1] * around[1].speed;
            to[1] = to[1] + by[0] * around[0].speed;
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
