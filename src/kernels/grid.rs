//! Pictures and volumes read at places between their elements, and the way back of it.

use core::array;

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

/// How pictures of `N` axes are read: of which sizes, and at how many places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sampling<const N: usize> {
    pub channels: usize,
    /// Height and width, or depth, height and width.
    pub from: [usize; N],
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

impl<const N: usize> Sampling<N> {
    /// How many elements a picture has, and how many its result.
    fn lens(&self) -> [usize; 2] {
        [self.channels * self.plane(), self.channels * self.places]
    }

    /// How many elements a channel of a picture has.
    fn plane(&self) -> usize {
        self.from.iter().product()
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

    /// Shows `f` each place: which it is of all, the part of the picture it is in, and what counts for it in each direction. A place's numbers begin
    /// with that of the last axis.
    fn each<T: Float>(&self, grid: &[T], mut f: impl FnMut(usize, usize, [[Tap<T>; 4]; N])) {
        for (i, at) in grid.as_chunks::<N>().0.iter().enumerate() {
            let around = array::from_fn(|axis| self.around(at[N - 1 - axis], self.from[axis]));
            f(i / self.places, i % self.places, around);
        }
    }

    /// The elements that count for a place and are within the picture: where they are in a plane, how much of each is taken, and how that changes with the
    /// grid's numbers of each axis.
    fn corners<T: Float>(&self, around: [[Tap<T>; 4]; N]) -> impl Iterator<Item = (usize, T, [T; N])> {
        let (from, taps) = (self.from, self.taps());
        (0..taps.pow(N as u32)).filter_map(move |i| {
            let (mut rest, mut of) = (i, [around[0][0]; N]);
            for axis in (0..N).rev() {
                of[axis] = around[axis][rest % taps];
                rest /= taps;
            }
            let at = of.iter().zip(from).try_fold(0, |at, (tap, size)| Some(at * size + tap.at?))?;
            let share = of.iter().fold(T::one(), |share, tap| share * tap.share);
            let factor = |axis: usize, by: usize| if axis == by { of[axis].slope } else { of[axis].share };
            let slopes = array::from_fn(|by| (0..N).fold(T::one(), |slope, axis| slope * factor(axis, by)));
            Some((at, share, slopes))
        })
    }

    /// `[.., C, H, W]` at places `[.., n, 2]`, of a column and a row from -1 to 1 each, into `[.., C, n]`, which are zeros; volumes likewise.
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
            let mut by = [T::zero(); N];
            for (at, _, slopes) in self.corners(around) {
                for channel in 0..self.channels {
                    let g = grad[channel * self.places + place] * x[channel * plane + at];
                    by.iter_mut().zip(slopes).for_each(|(by, slope)| *by = *by + g * slope);
                }
            }
            let to = &mut to[N * (i * self.places + place)..][..N];
            to.iter_mut().zip(by.iter().rev()).for_each(|(to, by)| *to = *to + *by);
        });
    }

    /// The sizes of a plane, a picture and its result.
    fn check(&self, x: usize, grid: usize, made: usize) -> [usize; 3] {
        let [picture, result] = self.lens();
        let count = (grid / N).checked_div(self.places).unwrap_or(0);
        assert!(
            grid == count * self.places * N && made == count * result && (x == count * picture || grid == 0),
            "pictures, places and results of their sizes"
        );
        [self.plane(), picture, result]
    }
}
