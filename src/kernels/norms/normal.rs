//! [`Normal`] rows, and [`PerChannel`].

use num_traits::{Float, NumCast};

use super::passes::{Change, FromTo, Lanes, Term, map, sum};
use super::{Affine, Normal, PerChannel};
use crate::kernels::moments::is_far;
use crate::kernels::simd::Simd;

#[derive(Clone, Copy)]
struct Itself;
/// What an element is more than the mean.
#[derive(Clone, Copy)]
struct More<V>(V);
/// The square of what an element is more than the mean.
#[derive(Clone, Copy)]
struct Deviation<V>(V);
#[derive(Clone, Copy)]
struct SquareOf;

impl<S: Simd> Term<S> for Itself {
    #[inline(always)]
    fn term(self, _: S, x: S::V) -> (S::V, S::V) {
        (x, x)
    }
}
impl<S: Simd> Term<S> for More<S::V> {
    #[inline(always)]
    fn term(self, s: S, x: S::V) -> (S::V, S::V) {
        (x, s.sub(x, self.0))
    }
}
impl<S: Simd> Term<S> for Deviation<S::V> {
    #[inline(always)]
    fn term(self, s: S, x: S::V) -> (S::V, S::V) {
        let more = s.sub(x, self.0);
        (x, s.mul(more, more))
    }
}
impl<S: Simd> Term<S> for SquareOf {
    #[inline(always)]
    fn term(self, s: S, x: S::V) -> (S::V, S::V) {
        (x, s.mul(x, x))
    }
}

/// The sum of how far the elements are above one of them.
#[inline(always)]
pub(super) fn rises<S: Simd, const N: usize>(s: S, x: &[S::Elem], above: S::Elem) -> S::Elem {
    sum::<S, _, N>(s, &mut FromTo::read(x), More(s.splat(above))).0
}

/// Less the mean, times the scale.
#[derive(Clone, Copy)]
struct Scaled<V, A> {
    mean: V,
    scale: V,
    affine: A,
}

/// What comes after that.
trait After<S: Simd>: Copy {
    fn after<P: Lanes<S>>(self, s: S, x: S::V, at: usize, part: P) -> S::V;
}

impl<S: Simd, A: After<S>> Change<S> for Scaled<S::V, A> {
    #[inline(always)]
    fn change<P: Lanes<S>>(self, s: S, x: S::V, at: usize, part: P) -> S::V {
        let x = s.mul(s.sub(x, self.mean), self.scale);
        self.affine.after(s, x, at, part)
    }
}

#[derive(Clone, Copy)]
struct AsItIs;
/// Factors of a row's elements.
#[derive(Clone, Copy)]
struct By<'a, T>(&'a [T]);
/// Terms of a row's elements.
#[derive(Clone, Copy)]
struct Terms<'a, T>(&'a [T]);
/// Factors, and terms.
#[derive(Clone, Copy)]
struct ByAndPlus<'a, T>(&'a [T], &'a [T]);
/// A term of all elements.
#[derive(Clone, Copy)]
struct Plus<V>(V);

impl<S: Simd> After<S> for AsItIs {
    #[inline(always)]
    fn after<P: Lanes<S>>(self, _: S, x: S::V, _: usize, _: P) -> S::V {
        x
    }
}
impl<S: Simd> After<S> for By<'_, S::Elem> {
    #[inline(always)]
    fn after<P: Lanes<S>>(self, s: S, x: S::V, at: usize, part: P) -> S::V {
        s.mul(x, part.of(s, self.0, at))
    }
}
impl<S: Simd> After<S> for Terms<'_, S::Elem> {
    #[inline(always)]
    fn after<P: Lanes<S>>(self, s: S, x: S::V, at: usize, part: P) -> S::V {
        s.add(x, part.of(s, self.0, at))
    }
}
impl<S: Simd> After<S> for ByAndPlus<'_, S::Elem> {
    #[inline(always)]
    fn after<P: Lanes<S>>(self, s: S, x: S::V, at: usize, part: P) -> S::V {
        Terms(self.1).after(s, By(self.0).after(s, x, at, part), at, part)
    }
}
impl<S: Simd> After<S> for Plus<S::V> {
    #[inline(always)]
    fn after<P: Lanes<S>>(self, s: S, x: S::V, _: usize, _: P) -> S::V {
        s.add(x, self.0)
    }
}

/// Rows of `len` elements less their mean, over their deviation. The mean comes first, in a pass of its own, so that a large one
/// costs no accuracy, and is [corrected](is_far) where its rounding would count.
#[inline(always)]
pub(super) fn normal_rows<S: Simd, const N: usize>(
    s: S,
    work: &Normal<'_, S::Elem>,
    x: &mut FromTo<'_, S::Elem>,
    len: usize,
) {
    let count = <S::Elem as NumCast>::from(len).unwrap_or_else(S::Elem::nan);
    for (i, at) in (0..x.len()).step_by(len).enumerate() {
        let mut x = x.part(at, len);
        // Less 0 everything is what it was.
        let (mut mean, mut squares) = (s.zero(), None);
        if work.centred {
            let rough = sum::<S, _, N>(s, &mut x, Itself).0 / count;
            mean = s.splat(rough);
            let about = sum::<S, _, N>(s, &mut x, Deviation(mean)).0;
            if is_far(rough, about / count) {
                mean = s.splat(rough + sum::<S, _, N>(s, &mut x, More(mean)).0 / count);
            } else {
                squares = Some(about);
            }
        }
        let squares = match (squares, work.centred) {
            (Some(squares), _) => squares,
            (None, true) => sum::<S, _, N>(s, &mut x, Deviation(mean)).0,
            (None, false) => sum::<S, _, N>(s, &mut x, SquareOf).0,
        };
        let scale = (squares / count + work.eps).sqrt().recip();
        let scales = s.splat(scale);
        match work.affine {
            Affine::Nothing => map(s, &mut x, Scaled { mean, scale: scales, affine: AsItIs }),
            Affine::Weight(weight) => map(s, &mut x, Scaled { mean, scale: scales, affine: By(&weight[..len]) }),
            Affine::WeightAndBias(weight, bias) => {
                // Slices of the row's length are compared with it once.
                let affine = ByAndPlus(&weight[..len], &bias[..len]);
                map(s, &mut x, Scaled { mean, scale: scales, affine });
            }
            Affine::Channels(weight, bias, inner) => {
                let first = i * (len / inner) % weight.len();
                let (weight, bias) = (&weight[first..][..len / inner], &bias[first..][..len / inner]);
                if inner == 1 {
                    let affine = ByAndPlus(&weight[..len], &bias[..len]);
                    map(s, &mut x, Scaled { mean, scale: scales, affine });
                    continue;
                }
                for (channel, (&weight, &bias)) in weight.iter().zip(bias).enumerate() {
                    let (scale, affine) = (s.splat(scale * weight), Plus(s.splat(bias)));
                    map(s, &mut x.part(channel * inner, inner), Scaled { mean, scale, affine });
                }
            }
        }
    }
}

/// [`PerChannel`] of neighbouring elements.
#[derive(Clone, Copy)]
struct ByChannel<'a, T>(PerChannel<'a, T>);
impl<S: Simd> Change<S> for ByChannel<'_, S::Elem> {
    #[inline(always)]
    fn change<P: Lanes<S>>(self, s: S, x: S::V, at: usize, part: P) -> S::V {
        let (mean, scale) = (part.of(s, self.0.mean, at), part.of(s, self.0.scale, at));
        Scaled { mean, scale, affine: Terms(self.0.bias) }.change(s, x, at, part)
    }
}

/// [`PerChannel`] of `inner` elements each.
#[inline(always)]
pub(super) fn channels<S: Simd>(s: S, by: &PerChannel<'_, S::Elem>, x: &mut FromTo<'_, S::Elem>, inner: usize) {
    let count = by.mean.len();
    if inner == 1 {
        // Slices of one length are compared with it once.
        let by = PerChannel { mean: &by.mean[..count], scale: &by.scale[..count], bias: &by.bias[..count] };
        for at in (0..x.len()).step_by(count) {
            map(s, &mut x.part(at, count), ByChannel(by));
        }
        return;
    }
    for at in (0..x.len()).step_by(count * inner) {
        let mut x = x.part(at, count * inner);
        for channel in 0..count {
            let (mean, scale) = (s.splat(by.mean[channel]), s.splat(by.scale[channel]));
            let change = Scaled { mean, scale, affine: Plus(s.splat(by.bias[channel])) };
            map(s, &mut x.part(channel * inner, inner), change);
        }
    }
}
