//! Steps of optimizers: one pass over a tensor of a model, its gradient and what is kept of earlier ones. The formulas are PyTorch's, in its
//! order of operations.

use num_traits::Float;

use crate::kernels::float::float;
use crate::kernels::level::in_widest;

/// The same number of elements each, or they are of different models.
#[inline(always)]
fn same_lengths<const N: usize>(lengths: [usize; N]) {
    assert!(lengths.iter().all(|&n| n == lengths[0]), "tensors of one model have as many elements, not {lengths:?}");
}

/// The gradient, and of an L2 penalty the parameter's part.
#[inline(always)]
fn penalised<T: Float>(g: T, p: T, decay: T) -> T {
    // Of an infinite parameter 0 times is no number, which nobody asked for.
    if decay == T::zero() { g } else { g + decay * p }
}

/// `from + (to - from) part`.
#[inline(always)]
fn lerp<T: Float>(from: T, to: T, part: T) -> T {
    let half = float::<T>(0.5);
    // PyTorch's two forms, each exact at its own end.
    if part < half { from + part * (to - from) } else { to - (to - from) * (T::one() - part) }
}

/// The numbers of a step of [`sgd`] and [`sgd_with_momentum`].
#[derive(Clone, Copy)]
pub(crate) struct Sgd<T> {
    pub(crate) lr: T,
    pub(crate) decay: T,
    pub(crate) momentum: T,
    /// How much of the gradient goes into the momentum.
    pub(crate) part: T,
    pub(crate) nesterov: bool,
    /// The momentum is not there yet.
    pub(crate) first: bool,
}

/// The numbers of a step of [`adam`].
#[derive(Clone, Copy)]
pub(crate) struct Adam<T> {
    /// The rate by the mean's correction.
    pub(crate) step: T,
    /// What is left of the parameter, if the decay is not part of the gradient.
    pub(crate) keep: T,
    pub(crate) decay: T,
    /// `1 - beta1`.
    pub(crate) mean: T,
    pub(crate) beta2: T,
    /// `1 - beta2`.
    pub(crate) square: T,
    /// The root of the square's correction.
    pub(crate) root: T,
    pub(crate) eps: T,
}

impl<T: Float> Adam<T> {
    /// The new means of the gradient and of its square, and the parameter after its decay.
    #[inline(always)]
    fn means(&self, p: T, g: T, mean: T, square: T) -> (T, T, T) {
        let g = penalised(g, p, self.decay);
        (p * self.keep, lerp(mean, g, self.mean), square * self.beta2 + self.square * g * g)
    }
    #[inline(always)]
    fn moved(&self, p: T, mean: T, square: T) -> T {
        p - self.step * mean / (square.sqrt() / self.root + self.eps)
    }
}

/// The numbers of a step of [`rms_prop`].
#[derive(Clone, Copy)]
pub(crate) struct RmsProp<T> {
    pub(crate) lr: T,
    pub(crate) decay: T,
    pub(crate) alpha: T,
    /// `1 - alpha`.
    pub(crate) part: T,
    pub(crate) eps: T,
    pub(crate) momentum: T,
}

/// The numbers of a step of [`adagrad`].
#[derive(Clone, Copy)]
pub(crate) struct Adagrad<T> {
    pub(crate) lr: T,
    pub(crate) decay: T,
    pub(crate) eps: T,
}

in_widest! {
    pub(crate) fn sgd<T: Float>(by: Sgd<T>, p: &mut [T], g: &[T]) {
        same_lengths([p.len(), g.len()]);
        for (p, g) in p.iter_mut().zip(g) {
            *p = *p - by.lr * penalised(*g, *p, by.decay);
        }
    }

    pub(crate) fn sgd_with_momentum<T: Float>(by: Sgd<T>, p: &mut [T], g: &[T], velocity: &mut [T]) {
        same_lengths([p.len(), g.len(), velocity.len()]);
        for ((p, g), velocity) in p.iter_mut().zip(g).zip(velocity) {
            let g = penalised(*g, *p, by.decay);
            *velocity = if by.first { g } else { *velocity * by.momentum + by.part * g };
            *p = *p - by.lr * if by.nesterov { g + by.momentum * *velocity } else { *velocity };
        }
    }

    pub(crate) fn adam<T: Float>(by: Adam<T>, p: &mut [T], g: &[T], mean: &mut [T], square: &mut [T]) {
        same_lengths([p.len(), g.len(), mean.len(), square.len()]);
        for (((p, g), mean), square) in p.iter_mut().zip(g).zip(mean).zip(square) {
            (*p, *mean, *square) = by.means(*p, *g, *mean, *square);
            *p = by.moved(*p, *mean, *square);
        }
    }

    /// By the largest square that there was.
    pub(crate) fn amsgrad<T: Float>(
        by: Adam<T>,
        p: &mut [T],
        g: &[T],
        mean: &mut [T],
        square: &mut [T],
        largest: &mut [T],
    ) {
        let n = p.len();
        same_lengths([n, g.len(), mean.len(), square.len(), largest.len()]);
        // By places: of five slices together the compiler makes no vectors.
        let (p, g, mean, square, largest) = (&mut p[..n], &g[..n], &mut mean[..n], &mut square[..n], &mut largest[..n]);
        for i in 0..n {
            let (decayed, new_mean, new_square) = by.means(p[i], g[i], mean[i], square[i]);
            // A square that is no number stays none: nothing is lost by comparing like this.
            let most = if new_square <= largest[i] { largest[i] } else { new_square };
            (mean[i], square[i], largest[i]) = (new_mean, new_square, most);
            p[i] = by.moved(decayed, new_mean, most);
        }
    }

    /// With the mean, if it is subtracted, and with the velocity, if there is momentum.
    pub(crate) fn rms_prop<T: Float>(
        by: RmsProp<T>,
        p: &mut [T],
        g: &[T],
        square: &mut [T],
        mean: Option<&mut [T]>,
        velocity: Option<&mut [T]>,
    ) {
        // A block at a time, whose directions are kept between the loops.
        const BLOCK: usize = 64;
        same_lengths([p.len(), g.len(), square.len()]);
        same_lengths([p.len(), mean.as_ref().map_or(p.len(), |x| x.len()), velocity.as_ref().map_or(p.len(), |x| x.len())]);
        let mut means = mean.map(|mean| mean.chunks_mut(BLOCK));
        let mut velocities = velocity.map(|velocity| velocity.chunks_mut(BLOCK));
        let (mut gradient, mut over) = ([T::zero(); BLOCK], [T::zero(); BLOCK]);
        for ((p, g), square) in p.chunks_mut(BLOCK).zip(g.chunks(BLOCK)).zip(square.chunks_mut(BLOCK)) {
            for (((to, over), (p, g)), square) in
                gradient.iter_mut().zip(&mut over).zip(p.iter().zip(g)).zip(square.iter_mut())
            {
                *to = penalised(*g, *p, by.decay);
                *square = *square * by.alpha + by.part * *to * *to;
                *over = *square;
            }
            if let Some(mean) = means.as_mut().and_then(Iterator::next) {
                for ((over, g), mean) in over.iter_mut().zip(&gradient).zip(mean) {
                    *mean = lerp(*mean, *g, by.part);
                    *over = *over - *mean * *mean;
                }
            }
            match velocities.as_mut().and_then(Iterator::next) {
                Some(velocity) => {
                    for (((p, g), over), velocity) in p.iter_mut().zip(&gradient).zip(&over).zip(velocity) {
                        *velocity = *velocity * by.momentum + *g / (over.sqrt() + by.eps);
                        *p = *p - by.lr * *velocity;
                    }
                }
                None => {
                    for ((p, g), over) in p.iter_mut().zip(&gradient).zip(&over) {
                        *p = *p - by.lr * *g / (over.sqrt() + by.eps);
                    }
                }
            }
        }
    }

    pub(crate) fn adagrad<T: Float>(by: Adagrad<T>, p: &mut [T], g: &[T], sum: &mut [T]) {
        same_lengths([p.len(), g.len(), sum.len()]);
        for ((p, g), sum) in p.iter_mut().zip(g).zip(sum) {
            let g = penalised(*g, *p, by.decay);
            *sum = *sum + g * g;
            *p = *p - by.lr * g / (sum.sqrt() + by.eps);
        }
    }

    /// `average += part (x - average)`.
    pub(crate) fn blend<T: Float>(part: T, average: &mut [T], x: &[T]) {
        same_lengths([average.len(), x.len()]);
        for (average, x) in average.iter_mut().zip(x) {
            *average = lerp(*average, *x, part);
        }
    }

    pub(crate) fn scale<T: Float>(by: T, x: &mut [T]) {
        for x in x {
            *x = *x * by;
        }
    }

    /// What is beyond `-most` or `most` becomes that; what is no number stays none.
    pub(crate) fn clamp<T: Float>(most: T, x: &mut [T]) {
        for x in x {
            *x = if *x > most { most } else if *x < -most { -most } else { *x };
        }
    }

    /// The sum of the squares. In `f64`, where no `f32` is too large to be squared.
    pub(crate) fn squares<T: Float>(x: &[T]) -> f64 {
        let mut lanes = [0.0; 16];
        let (whole, rest) = x.as_chunks::<16>();
        let add = |lanes: &mut [f64; 16], x: &[T]| {
            for (lane, x) in lanes.iter_mut().zip(x) {
                let x = x.to_f64().unwrap_or(f64::NAN);
                *lane += x * x;
            }
        };
        whole.iter().for_each(|x| add(&mut lanes, x));
        add(&mut lanes, rest);
        lanes.iter().sum()
    }
}
