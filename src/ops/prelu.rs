//! `prelu`: a slope for negative elements that is learned, one for all or one for each channel.

use num_traits::Float;

use super::rows::{axis_and_inner, elements};
use super::wide::wide;
use crate::kernels::sixteen::{ByNumbers, can_be, rounded};
use crate::kind::{Backward, Gradients, Kind, OperandSet, Reads, Real, Step, held};
use crate::shape::at::{Along, SizeAt};
use crate::shape::axes::Axis;
use crate::shape::broadcast::BroadcastTo;
use crate::shape::diagnostics::FloatElement;
use crate::shape::given::Given;
use crate::shape::verbs::normalize;
use crate::storage::{Buffer, room};
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Beside, Operand, Values, View};

operation! {
    /// Slopes `W` for negative elements, one for each channel of the axis `Axis<I>`, or one for all.
    trait LearnedSlopes[W, const I: isize][W, I]
    for X where [<W as Given>::Then<X::Elem>: FloatElement, X: Operand<Shape: Along<Axis<I>, normalize>> + ?Sized, W: Beside<X::Elem, X::Kind, Size: BroadcastTo<((), SizeAt<X::Shape, Axis<I>, normalize>)>>] {}

    /// Negative elements times a slope, which is a parameter: `[8, 3, 5]` with slopes `[3]` of the channels `Axis::<1>`, or `[1]` for all of them, -> `[8, 3,
    /// 5]`. PyTorch's `F.prelu(x, weight)`, whose channels are axis 1. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[-1.0, -1.0, 2.0], [-4.0, 3.0, -2.0]];
    /// assert_eq!(x.prelu(Axis::<1>, &tensor![0.5, 0.25, 0.0]), tensor![[-0.5, -0.25, 2.0], [-2.0, 3.0, 0.0]]);
    /// assert_eq!(x.prelu(Axis::<1>, &tensor![0.5]), x.leaky_relu(0.5));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[-1.0, -1.0, 2.0], [-4.0, 3.0, -2.0]].prelu(Axis::<1>, &tensor![0.5, 0.25]); // two slopes of three channels
    /// ```
    ///
    /// # Panics
    /// If a run-time axis has two sizes.
    fn prelu( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: Axis<I>, slopes: &W) -> Tensor<Self::Elem, Self::Shape, Self::Kind> {
        let x = self.view();
        let slopes = slopes.beside(x.note());
        let place = <X::Shape as Along<Axis<I>, normalize>>::PLACE;
        let (channels, inner) = axis_and_inner(x.shape(), place);
        let given = slopes.numel();
        assert!(given == 1 || given == channels, "prelu: {given} slopes of {channels} channels");
        let back = PreluBack { inner: if given == 1 { usize::MAX } else { inner }, channels: given };
        let forward = |(x, slopes): (View<'_, _, _, _>, View<'_, _, _, _>)| back.of(&x, &slopes);
        Tensor::made(X::Kind::apply_op((x, slopes), x.shape(), forward, back), x.shape())
    }
}

/// The way back of slopes for negative elements: of `inner` elements in turn the one of the same channel.
#[derive(Clone, Copy)]
pub(super) struct PreluBack {
    pub(super) inner: usize,
    pub(super) channels: usize,
}
held!(PreluBack; lowered);

impl PreluBack {
    /// Shows `f` the runs of elements of one channel: its number, and where they are.
    fn each_run(self, numel: usize, mut f: impl FnMut(usize, core::ops::Range<usize>)) {
        let step = self.inner.min(numel).max(1);
        for (i, first) in (0..numel).step_by(step).enumerate() {
            f(i % self.channels, first..first + step);
        }
    }

    fn of<T: Float, X: Values<Elem = T>, W: Values<Elem = T>>(self, x: &X, slopes: &W) -> Buffer<T> {
        if const { can_be::<T>() }
            && let (Some(x), Some(slopes)) = (wide(x, ByNumbers), wide(slopes, ByNumbers))
        {
            return rounded(self.of(&x.view(), &slopes.view()).as_slice(), ByNumbers);
        }
        let (x, slopes) = (elements(x), elements(slopes));
        let mut result = room(x.len());
        self.each_run(x.len(), |channel, run| {
            let slope = slopes[channel];
            result.extend(x[run].iter().map(|&x| if x > T::zero() { x } else { x * slope }));
        });
        Buffer::from_vec(result)
    }
}

impl<T: Real> Backward<T> for PreluBack {
    fn name(&self) -> &'static str {
        "prelu"
    }

    fn reads(&self, wanted: OperandSet) -> Reads {
        Reads::NOTHING.operand(0, true).operand(1, wanted.has(0))
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let (x, g) = (at.elements(0), grad.as_slice());
        to.accumulate(1, |to| {
            self.each_run(x.len(), |channel, run| {
                let pairs = x[run.clone()].iter().zip(&g[run]);
                let below = pairs.map(|(&x, &g)| if x > T::zero() { T::zero() } else { x * g });
                to[channel] = to[channel] + below.fold(T::zero(), |sum, x| sum + x);
            });
        });
        if to.wants(0) {
            let slopes = at.elements(1);
            to.accumulate(0, |to| {
                self.each_run(x.len(), |channel, run| {
                    let slope = slopes[channel];
                    for ((to, &x), &g) in to[run.clone()].iter_mut().zip(&x[run.clone()]).zip(&g[run]) {
                        *to = *to + if x > T::zero() { g } else { g * slope };
                    }
                });
            });
        }
        to.free(grad);
    }
}
