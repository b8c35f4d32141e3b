//! The negative logarithm of the likelihood of numbers under normal distributions.

use num_traits::Float;

use super::reduce::float;
use super::reductions::FullReductions;
use super::wide::wide;
use crate::kernels::by_type::ln;
use crate::kernels::sixteen::{ByNumbers, can_be, rounded};
use crate::kind::{Backward, Gradients, Kind, OperandSet, Reads, Real, Scalar, Step, held};
use crate::shape::broadcast::BroadcastTo;
use crate::shape::diagnostics::FloatElement;
use crate::shape::given::Given;
use crate::shape::losses::ComparesWith;
use crate::shape::run_time;
use crate::storage::{Buffer, room};
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Beside, Operand, Values, View};

/// How [`gaussian_nll_loss`](GaussianLosses::gaussian_nll_loss) counts.
///
/// ```
/// use shaped::GaussianOptions;
/// assert_eq!(GaussianOptions::default(), GaussianOptions { full: false, eps: 1e-6 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GaussianOptions {
    /// Whether the part that depends on nothing, half the logarithm of 2 π, is added.
    pub full: bool,
    /// The least variance that counts.
    pub eps: f64,
}

impl Default for GaussianOptions {
    /// As in PyTorch.
    fn default() -> Self {
        GaussianOptions { full: false, eps: 1e-6 }
    }
}

operation! {
    /// Losses of means and variances `V` against targets `R`.
    trait GaussianLosses[R, V][R, V]
    for X where [
        X: Operand<Shape: ComparesWith<R::Size>> + ?Sized,
        <R as Given>::Then<X::Elem>: FloatElement,
        R: Beside<X::Elem, X::Kind>,
        V: Beside<X::Elem, X::Kind, Size: BroadcastTo<X::Shape>>
    ]

    /// The negative logarithm of the likelihood of targets under normal distributions of the means `x` and of variances, which stretch to the shape:
    /// half of `ln(variance) + (x - target)² / variance`. The mean over all elements. PyTorch's `F.gaussian_nll_loss(x, target, variance, full, eps)`,
    /// whose variances of one axis less are `variance.unsqueeze(Axis::<-1>)` here. Variances below `eps` count as `eps`, and have its slope.
    ///
    /// # Panics
    /// If a variance is negative, or a run-time axis has two sizes.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (x, target, variance) = (tensor![[1.0, 2.0], [0.0, 5.0]], tensor![[1.0, 4.0], [0.0, 4.0]], tensor![[1.0], [1.0]]);
    /// let losses = x.gaussian_nll_loss_each(&target, &variance, Default::default());
    /// assert_eq!(losses, tensor![[0.0, 2.0], [0.0, 0.5]]);
    /// assert_eq!(x.gaussian_nll_loss(&target, &variance, Default::default()), 0.625);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1.0, 2.0], [0.0, 5.0]].gaussian_nll_loss(&tensor![1.0, 4.0], &tensor![1.0], Default::default());
    /// ```
    #[track_caller]
    fn gaussian_nll_loss(&self, target: &R, variance: &V, options: GaussianOptions) -> Scalar<Self::Kind, Self::Elem> {
        self.gaussian_nll_loss_each(target, variance, options).mean_all()
    }

    /// As [`gaussian_nll_loss`](Self::gaussian_nll_loss), the loss of each element: `[4, 3]`, `[4, 3]` and `[4, 1]` -> `[4, 3]`.
    ///
    /// # Panics
    /// If a variance is negative, or a run-time axis has two sizes.
    #[track_caller]
    fn gaussian_nll_loss_each(
        &self,
        target: &R,
        variance: &V,
        options: GaussianOptions,
    ) -> Tensor<Self::Elem, Self::Shape, Self::Kind> {
        let x = self.view();
        let (target, variance) = (target.beside(x.note()), variance.beside(x.note()));
        run_time::same(x.shape(), target.shape());
        let shape = x.shape();
        let (back, variance) = (GaussianBack(options), variance.stretch(shape));
        let forward = |(x, target, variance): (View<'_, _, _, _>, View<'_, _, _, _>, View<'_, _, _, _>)| {
            back.losses(&x, &target, &variance)
        };
        Tensor::made(X::Kind::apply_op((x, target, variance), shape, forward, back), shape)
    }
}

/// The way back of the losses.
#[derive(Clone, Copy)]
pub(super) struct GaussianBack(pub(super) GaussianOptions);
held!(GaussianBack; lowered);

impl GaussianBack {
    /// A variance, or the least one that counts.
    fn least<T: Float>(self, variance: T) -> T {
        let eps = float(self.0.eps);
        // NaN stays.
        if variance < eps { eps } else { variance }
    }

    #[track_caller]
    fn losses<T: Float, X, R, V>(self, x: &X, target: &R, variance: &V) -> Buffer<T>
    where
        X: Values<Elem = T>,
        R: Values<Elem = T>,
        V: Values<Elem = T>,
    {
        if const { can_be::<T>() }
            && let (Some(x), Some(target), Some(variance)) =
                (wide(x, ByNumbers), wide(target, ByNumbers), wide(variance, ByNumbers))
        {
            return rounded(self.losses(&x.view(), &target.view(), &variance.view()).as_slice(), ByNumbers);
        }
        let (half, more) = (float::<T>(0.5), float::<T>(if self.0.full { HALF_LN_2_PI } else { 0.0 }));
        let mut losses = room(x.numel());
        losses.extend(x.iter().zip(target.iter()).zip(variance.iter()).map(|((&x, &target), &variance)| {
            if variance < T::zero() {
                let variance = variance.to_f64().unwrap_or(f64::NAN);
                panic!("gaussian_nll_loss: {variance} is no variance, which is 0 or more");
            }
            let (d, variance) = (x - target, self.least(variance));
            half * (ln(variance) + d * d / variance) + more
        }));
        Buffer::from_vec(losses)
    }
}

/// Half the logarithm of 2 π.
pub(super) const HALF_LN_2_PI: f64 = 0.918_938_533_204_672_7;

impl<T: Real> Backward<T> for GaussianBack {
    fn name(&self) -> &'static str {
        "gaussian_nll_loss"
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::OPERANDS
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let all = [0, 1, 2].map(|i| at.elements(i));
        let half = float::<T>(0.5);
        for operand in 0..3 {
            to.accumulate(operand, |to| {
                let elements = all[0].iter().zip(all[1].iter()).zip(all[2].iter()).zip(grad.as_slice());
                for (to, (((&x, &target), &variance), &g)) in to.iter_mut().zip(elements) {
                    let (d, variance) = (x - target, self.least(variance));
                    let slope = match operand {
                        0 => d / variance,
                        1 => -d / variance,
                        _ => half * (T::one() - d * d / variance) / variance,
                    };
                    *to = *to + g * slope;
                }
            });
        }
        to.free(grad);
    }
}
