//! Local response normalisation: channels by what their neighbours hold.

use num_traits::{Float, Zero};

use super::reduce::float;
use super::rows::{axis_and_inner, elements};
use super::wide::wide;
use crate::kernels::sixteen::{ByNumbers, can_be, rounded};
use crate::kind::{Backward, Gradients, Kind, OperandSet, Reads, Real, Step, held};
use crate::shape::at::Along;
use crate::shape::diagnostics::FloatElement;
use crate::shape::given::Given;
use crate::shape::verbs::normalize;
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Operand, Values, View};

/// How [`local_response_norm`](LocalResponses::local_response_norm) divides: by `(k + alpha / size * Σ x²)^beta`, summed over `size` channels.
///
/// ```
/// use shaped::{LocalResponse, prelude::*};
/// let alex_net = LocalResponse::new(5).alpha(1e-4).beta(0.75).k(2.0);
/// let y = Tensor::<f32, shape![96, 55, 55]>::ones().local_response_norm(Axis::<0>, alex_net);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocalResponse {
    pub(crate) size: usize,
    pub(crate) alpha: f64,
    pub(crate) beta: f64,
    pub(crate) k: f64,
}

impl LocalResponse {
    /// Over so many channels, the one in the middle among them; of an even number one more before it than after it. As in PyTorch `alpha` is 1e-4, `beta`
    /// 0.75 and `k` 1.
    ///
    /// # Panics
    /// If the number is 0.
    #[must_use]
    pub const fn new(size: usize) -> Self {
        assert!(size > 0, "a local response is of one channel at least");
        LocalResponse { size, alpha: 1e-4, beta: 0.75, k: 1.0 }
    }

    /// What the mean of the squares is multiplied by.
    #[must_use]
    pub const fn alpha(self, alpha: f64) -> Self {
        LocalResponse { alpha, ..self }
    }

    /// The exponent.
    #[must_use]
    pub const fn beta(self, beta: f64) -> Self {
        LocalResponse { beta, ..self }
    }

    /// What is added.
    #[must_use]
    pub const fn k(self, k: f64) -> Self {
        LocalResponse { k, ..self }
    }

    /// How many channels before and after one count.
    pub(super) fn sides(&self) -> [usize; 2] {
        [self.size / 2, (self.size - 1) / 2]
    }
}

operation! {
    /// Normalisation of channels, on the axis `A`, by those beside them.
    trait LocalResponses[A][A] for X where [<A as Given>::Then<X::Elem>: FloatElement, X: Operand<Shape: Along<A, normalize>> + ?Sized] {}

    /// Each element over a power of the mean of the squares at its place in the channels around its own: `[8, 32, 14, 14]` at `Axis::<1>` -> `[8, 32, 14,
    /// 14]`. Channels beyond the first and the last are zeros, which count. PyTorch's `F.local_response_norm(x, size, alpha, beta, k)`, whose channels are axis
    /// 1. Allocates the result, and sums of one example.
    ///
    /// ```
    /// use shaped::{LocalResponse, prelude::*};
    /// let options = LocalResponse::new(3).alpha(3.0).beta(1.0);
    /// // 2 is divided by 1 + 1 + 4.
    /// assert_eq!(tensor![1.0, 2.0, 0.0].local_response_norm(Axis::<0>, options), tensor![1.0 / 6.0, 2.0 / 6.0, 0.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{LocalResponse, prelude::*};
    /// tensor![1.0, 2.0, 0.0].local_response_norm(Axis::<1>, LocalResponse::new(3));
    /// ```
    fn local_response_norm( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: A, options: LocalResponse) -> Tensor<Self::Elem, Self::Shape, Self::Kind> {
        let x = self.view();
        let (channels, inner) = axis_and_inner(x.shape(), <X::Shape as Along<A, normalize>>::PLACE);
        let back = ResponseBack { options, channels, inner };
        let forward = |(x,): (View<'_, _, _, _>,)| back.of(&x);
        Tensor::made(X::Kind::apply_op((x,), x.shape(), forward, back), x.shape())
    }
}

/// The way back of a local response normalisation of so many channels of `inner` elements.
#[derive(Clone, Copy)]
pub(super) struct ResponseBack {
    pub(super) options: LocalResponse,
    pub(super) channels: usize,
    pub(super) inner: usize,
}
held!(ResponseBack; lowered);

impl ResponseBack {
    /// For each channel the sum of those of one example from so many before to so many after it.
    fn sums<T: Float>(&self, [before, after]: [usize; 2], of: &[T], to: &mut [T]) {
        let inner = self.inner.max(1);
        for (channel, to) in to.chunks_exact_mut(inner).enumerate() {
            to.fill(T::zero());
            for other in channel.saturating_sub(before)..self.channels.min(channel + after + 1) {
                to.iter_mut().zip(&of[other * inner..][..inner]).for_each(|(to, &x)| *to = *to + x);
            }
        }
    }

    /// What is raised to the power: of each element of an example.
    fn divisors<T: Float>(&self, x: &[T], squares: &mut [T], to: &mut [T]) {
        let LocalResponse { size, alpha, k, .. } = self.options;
        squares.iter_mut().zip(x).for_each(|(to, &x)| *to = x * x);
        self.sums(self.options.sides(), squares, to);
        #[allow(clippy::cast_precision_loss)]
        let (share, k) = (float::<T>(alpha / size as f64), float::<T>(k));
        to.iter_mut().for_each(|sum| *sum = k + share * *sum);
    }

    fn of<X: Values<Elem: Float>>(&self, x: &X) -> Buffer<X::Elem> {
        if const { can_be::<X::Elem>() }
            && let Some(x) = wide(x, ByNumbers)
        {
            return rounded(self.of(&x.view()).as_slice(), ByNumbers);
        }
        let x = elements(x);
        let (len, zero, beta) = ((self.channels * self.inner).max(1), X::Elem::zero(), float(self.options.beta));
        let mut made = Buffer::filled(x.len(), zero);
        let mut squares = Buffer::filled(len, zero);
        for (x, to) in x.chunks_exact(len).zip(made.as_mut_slice().chunks_exact_mut(len)) {
            self.divisors(x, squares.as_mut_slice(), to);
            to.iter_mut().zip(x).for_each(|(to, &x)| *to = x / to.powf(beta));
        }
        made
    }
}

impl<T: Real> Backward<T> for ResponseBack {
    fn name(&self) -> &'static str {
        "local_response_norm"
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::OPERANDS
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let x = at.elements(0);
        let LocalResponse { size, alpha, beta, .. } = self.options;
        #[allow(clippy::cast_precision_loss)]
        let (share, beta) = (float::<T>(2.0 * alpha * beta / size as f64), float::<T>(beta));
        let len = (self.channels * self.inner).max(1);
        let [mut squares, mut divisors, mut sums] = [(); 3].map(|()| Buffer::filled(len, T::zero()));
        let [before, after] = self.options.sides();
        to.accumulate(0, |to| {
            let examples = x.chunks_exact(len).zip(grad.as_slice().chunks_exact(len)).zip(to.chunks_exact_mut(len));
            for ((x, g), to) in examples {
                self.divisors(x, squares.as_mut_slice(), divisors.as_mut_slice());
                // Of each element what its own quotient adds to the gradients of all that are summed for it.
                let all = squares.as_mut_slice().iter_mut().zip(divisors.as_mut_slice()).zip(x.iter().zip(g));
                for ((part, divisor), (&x, &g)) in all {
                    let power = divisor.powf(-beta);
                    *part = g * x * power / *divisor;
                    *divisor = power;
                }
                self.sums([after, before], squares.as_slice(), sums.as_mut_slice());
                let all = to.iter_mut().zip(divisors.as_slice()).zip(sums.as_slice()).zip(x.iter().zip(g));
                for (((to, &power), &sum), (&x, &g)) in all {
                    *to = *to + g * power - share * x * sum;
                }
            }
        });
        to.free(grad);
    }
}
