//! Losses. The mean is what training minimises; the sum and the loss of each element are there, too.

use core::ops::Range;

use num_traits::{Float, Zero};

use super::class_losses::{CrossEntropyOptions, Targets, soft_each, soft_over};
use super::function::{exp, ln, ln_1p};
use super::losses_back::{CosineBack, LossBack, LossSlopes, Over};
use super::reduce::{Sum, float, number};
use super::rows::axis_and_inner;
use super::wide::wide;
use crate::expr;
use crate::expr::node::{Closure, FnMut2};
use crate::kernels::back::losses::{self as slopes, Formula};
use crate::kernels::cosines::{cosine, cosines};
use crate::kernels::float::as_f64;
use crate::kernels::rows::Reducer;
use crate::kernels::sixteen::{ByNumbers, Sixteen, can_be, rounded};
use crate::kind::{Kind, Scalar};
use crate::shape::axes::Axis;
use crate::shape::diagnostics::{ClassNumber, FloatElement, ScoreElement};
use crate::shape::given::Given;
use crate::shape::layout::Layout;
use crate::shape::losses::{ClassScores, ComparesWith, VectorsLike};
use crate::shape::reduce::{Reduce, Reduced};
use crate::shape::verdict::Concrete;
use crate::shape::{Shape, run_time};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Beside, Operand, Values, View};

/// The methods of a loss, declared: the mean of all losses, their sum, and one by one.
macro_rules! three_methods {
    (
        $(#[$doc:meta])*
        $mean:ident $sum:ident $each:ident ($($arg:ident = $given:literal, $says:literal)?) $(#[$tracked:ident] $($panics:literal)?)?;
        $torch:literal, over all $all:literal, of each $one:literal: $shapes:literal -> $losses:ty $(where $of:ty: $bound:path)?;
        $p:literal, $t:literal => $e:literal
    ) => {
        $(#[$doc])*
        ///
        #[doc = concat!("The mean over all ", $all, ", a number; NaN of none. PyTorch's ", $torch, ". Allocates nothing, but a copy of a large operand that is transposed where the other one is not, or the losses, if they are not simply differences, of operands that do not lie row by row.")]
        ///
        $(#[doc = concat!("# Panics\nIf `", stringify!($arg), "` ", $says, ".\n")])?
        /// ```
        /// use shaped::prelude::*;
        #[doc = concat!("let (x, target) = (", $p, ", ", $t, ");")]
        #[doc = concat!("let losses = x.", stringify!($each), "(&target", $(", ", $given,)? ");")]
        #[doc = concat!("assert_eq!(losses, ", $e, ");")]
        #[doc = concat!("assert_eq!(x.", stringify!($mean), "(&target", $(", ", $given,)? "), losses.mean_all());")]
        #[doc = concat!("assert_eq!(x.", stringify!($sum), "(&target", $(", ", $given,)? "), losses.sum_all());")]
        /// ```
        ///
        /// ```compile_fail,E0277
        /// use shaped::prelude::*;
        #[doc = concat!("let (x, target) = (", $p, ", ", $t, ");")]
        #[doc = concat!("x.", stringify!($mean), "(&target.unsqueeze(Axis::<-1>)", $(", ", $given,)? ");")]
        /// ```
        $(#[$tracked])?
        fn $mean(&self, target: &R $(, $arg: Self::Elem)?) -> Scalar<Self::Kind, Self::Elem>;

        #[doc = concat!("The sum of [`", stringify!($mean), "`](Self::", stringify!($mean), ")'s losses over all ", $all, ", a number. Allocates what that does.")]
        $(#[$tracked])?
        fn $sum(&self, target: &R $(, $arg: Self::Elem)?) -> Scalar<Self::Kind, Self::Elem>;

        #[doc = concat!("[`", stringify!($mean), "`](Self::", stringify!($mean), ")'s loss of each ", $one, ": ", $shapes, ". PyTorch's `reduction=\"none\"`.")]
        /// Allocates the result.
        $( $(#[doc = concat!("\n# Panics\n", $panics)])? #[$tracked] )?
        fn $each(&self, target: &R $(, $arg: Self::Elem)?) -> Tensor<Self::Elem, $losses, Self::Kind>
        $(where $of: $bound)?;
    };
}

/// A loss as a function of the loops, which is part of them, as a closure that is longer would not be.
#[derive(Clone, Copy)]
struct Of<F>(F);

impl<F: Formula, T: Float> FnMut2<T, T> for Of<F> {
    type Output = T;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(&mut self, x: T, y: T) -> T {
        self.0.loss(x, y)
    }
}

/// The sum of all losses. Of a long one operands that do not lie row by row give all losses first, and others allocate nothing.
fn total<T: Float, S: Shape, Y: Layout<S>, O: Shape, Z: Layout<O>, F: Formula>(
    x: View<'_, T, S, Y>,
    target: View<'_, T, O, Z>,
    loss: F,
) -> T {
    let len = x.numel();
    // (What joins the sums of `f32` has no digits to spare for those of `f64`, where lanes in pairs are closer to the truth.)
    if const { !F::LONG || size_of::<T>() > 4 } || len <= PART {
        return expr::reduce_pair_all(x, target, Of(loss), &Sum);
    }
    float(match (x.as_block(), target.as_block()) {
        (Some(x), Some(target)) => in_parts(0..len, &|part| slopes::total(loss, &x[part.clone()], &target[part])),
        _ => {
            let losses = expr::pairs(x, target, Of(loss));
            in_parts(0..len, &|part| slopes::total_of(&losses.as_slice()[part]))
        }
    })
}

/// So many losses are computed at a time.
const PART: usize = 1024;

/// The sum over a range, of parts that are joined pairwise.
fn in_parts(range: Range<usize>, part: &dyn Fn(Range<usize>) -> f64) -> f64 {
    if range.len() <= PART {
        return part(range);
    }
    let middle = range.start + range.len().next_power_of_two() / 2;
    in_parts(range.start..middle, part) + in_parts(middle..range.end, part)
}

/// Losses of pairs of elements, three methods each.
macro_rules! losses {
    (
        $(#[$family:meta])*
        trait Losses;
        $(
            $(#[$doc:meta])*
            $mean:ident $sum:ident $each:ident ($($arg:ident = $given:literal, $check:expr, $says:literal)?), $torch:literal,
            |$x:ident, $y:ident| $loss:expr; long $long:literal; slopes $slopes:ident = $slope:path;
            $p:literal, $t:literal => $e:literal
        )*
    ) => {
        $(#[$family])*
        pub trait Losses<R>: Operand {
            $(
                three_methods! {
                    $(#[$doc])*
                    $mean $sum $each ($($arg = $given, $says)?);
                    $torch, over all "elements", of each "element": "`[4, 3]` and `[4, 3]` -> `[4, 3]`" -> Self::Shape;
                    $p, $t => $e
                }
            )*
        }

        $(
            /// The loss, as far as its way back is concerned.
            #[derive(Clone, Copy)]
            struct $slopes {
                $($arg: f64,)?
            }

            impl Formula for $slopes {
                const LONG: bool = $long;
                #[cfg_attr(not(debug_assertions), inline(always))]
                fn loss<T: Float>(self, $x: T, $y: T) -> T {
                    $(let $arg = float::<T>(self.$arg);)?
                    $loss
                }
            }

            impl LossSlopes for $slopes {
                fn name(self) -> &'static str {
                    stringify!($mean)
                }
                #[cfg(feature = "graph")]
                #[allow(unreachable_code)]
                fn argument(self) -> f64 {
                    $(return self.$arg;)?
                    0.0
                }
                #[inline(always)]
                fn slopes<T: Float>(self, x: T, y: T) -> [T; 2] {
                    $slope(x, y $(, float(self.$arg))?)
                }
            }
        )*

        impl<L, R, Z: Shape> Losses<R> for L
        where
            L: Operand<Shape: ComparesWith<Z>> + ?Sized,
            <R as Given>::Then<L::Elem>: FloatElement,
            R: Beside<L::Elem, L::Kind, Size = Z>,
        {
            $(
                #[track_caller]
                fn $mean(&self, target: &R $(, $arg: Self::Elem)?) -> Scalar<L::Kind, L::Elem> {
                    $(check(stringify!($mean), stringify!($arg), $arg, $check, $says);)?
                    let x = self.view();
                    let target = target.beside(x.note());
                    run_time::same(x.shape(), target.shape());
                    let back = LossBack { slopes: $slopes { $($arg: as_f64($arg))? }, over: Over::Mean };
                    let forward = |(x, target): (View<'_, _, _, _>, View<'_, _, _, _>)| {
                        if const { can_be::<L::Elem>() }
                            && let (Some(x), Some(target)) = (wide(&x, ByNumbers), wide(&target, ByNumbers))
                        {
                            return ByNumbers::narrow(x.view().$mean(&target.view() $(, ByNumbers::widen(&$arg))?));
                        }
                        let n = x.numel();
                        let loss = $slopes { $($arg: as_f64($arg))? };
                        total(x, target, loss) / number(n)
                    };
                    L::Kind::fold_op((x, target), forward, back)
                }

                #[track_caller]
                fn $sum(&self, target: &R $(, $arg: Self::Elem)?) -> Scalar<L::Kind, L::Elem> {
                    $(check(stringify!($mean), stringify!($arg), $arg, $check, $says);)?
                    let x = self.view();
                    let target = target.beside(x.note());
                    run_time::same(x.shape(), target.shape());
                    let back = LossBack { slopes: $slopes { $($arg: as_f64($arg))? }, over: Over::Sum };
                    let forward = |(x, target): (View<'_, _, _, _>, View<'_, _, _, _>)| {
                        if const { can_be::<L::Elem>() }
                            && let (Some(x), Some(target)) = (wide(&x, ByNumbers), wide(&target, ByNumbers))
                        {
                            return ByNumbers::narrow(x.view().$sum(&target.view() $(, ByNumbers::widen(&$arg))?));
                        }
                        let loss = $slopes { $($arg: as_f64($arg))? };
                        total(x, target, loss)
                    };
                    L::Kind::fold_op((x, target), forward, back)
                }

                fn $each(&self, target: &R $(, $arg: Self::Elem)?) -> Tensor<L::Elem, L::Shape, L::Kind> {
                    $(check(stringify!($mean), stringify!($arg), $arg, $check, $says);)?
                    let x = self.view();
                    let back = LossBack { slopes: $slopes { $($arg: as_f64($arg))? }, over: Over::Each };
                    let forward = |(x, target): (View<'_, _, _, _>, View<'_, _, _, _>)| {
                        if const { can_be::<L::Elem>() }
                            && let (Some(x), Some(target)) = (wide(&x, ByNumbers), wide(&target, ByNumbers))
                        {
                            let losses = x.view().$each(&target.view() $(, ByNumbers::widen(&$arg))?);
                            return rounded(losses.as_slice(), ByNumbers);
                        }
                        let loss = $slopes { $($arg: as_f64($arg))? };
                        expr::pairs(x, target, Of(loss))
                    };
                    Tensor::made(L::Kind::apply_op((x, target.beside(x.note())), x.shape(), forward, back), x.shape())
                }
            )*
        }
    };
}

/// Panics if a parameter is not what a loss can take.
fn check<T: Float>(loss: &str, name: &str, value: T, ok: impl Fn(T) -> bool, says: &str) {
    if !ok(value) {
        let value = value.to_f64().unwrap_or(f64::NAN);
        panic!("{loss}: `{name}` {says}, and is {value}");
    }
}

losses! {
    /// Losses of predictions against targets `R`, which are never stretched; each as the mean, the sum, and one by one.
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let (predicted, target) = (tensor![1.0, 2.0], tensor![[1.0], [2.0]]);
    /// predicted.mse_loss(&target);
    /// ```
    trait Losses;

    /// The squared difference.
    mse_loss mse_loss_sum mse_loss_each // the mean, the sum, and one by one: `x.mse_loss_sum(&y)` is `reduction="sum"`
    (), "`F.mse_loss(x, target)`",
    |x, y| (x - y) * (x - y); long false; slopes Mse = slopes::mse;
    "tensor![1.0, 2.0, 5.0]", "tensor![1.0, 4.0, 4.0]" => "tensor![0.0, 4.0, 1.0]"
    /// The absolute difference.
    l1_loss l1_loss_sum l1_loss_each // the mean, the sum, and one by one: `x.l1_loss_sum(&y)` is `reduction="sum"`
    (), "`F.l1_loss(x, target)`",
    |x, y| (x - y).abs(); long false; slopes L1 = slopes::l1;
    "tensor![1.0, 2.0, 5.0]", "tensor![1.0, 4.0, 4.0]" => "tensor![0.0, 2.0, 1.0]"
    /// Half the squared difference up to `delta`, and `delta` times the difference less half of `delta` beyond.
    huber_loss huber_loss_sum huber_loss_each // as `x.huber_loss(&y, 1.0)`, whose last is PyTorch's `delta`
    (delta = "1.0", |d| d > Self::Elem::zero(), "must be larger than 0"),
    "`F.huber_loss(x, target, delta=delta)`",
    |x, y| {
        let d = (x - y).abs();
        let half = float::<T>(0.5);
        if d <= delta { half * d * d } else { delta * (d - half * delta) }
    }; long true; slopes Huber = slopes::huber;
    "tensor![1.0, 2.0, 5.0]", "tensor![1.0, 4.0, 4.0]" => "tensor![0.0, 1.5, 0.5]"
    /// Half the squared difference over `beta` below `beta`, and the difference less half of `beta` from there on.
    smooth_l1_loss smooth_l1_loss_sum smooth_l1_loss_each // as `x.smooth_l1_loss(&y, 1.0)`, whose last is PyTorch's `beta`
    (beta = "2.0", |b| b >= Self::Elem::zero(), "must not be negative"),
    "`F.smooth_l1_loss(x, target, beta=beta)`",
    |x, y| {
        let d = (x - y).abs();
        let half = float::<T>(0.5);
        if d < beta { half * d * d / beta } else { d - half * beta }
    }; long true; slopes SmoothL1 = slopes::smooth_l1;
    "tensor![1.0, 2.0, 5.0]", "tensor![1.0, 4.0, 4.0]" => "tensor![0.0, 1.0, 0.25]"
    /// The cross-entropy of the probability `x` of a yes and the target, 0 or 1 or between. Logarithms are not less than
    /// -100, as in PyTorch. Of logits, [`binary_cross_entropy_with_logits`](Self::binary_cross_entropy_with_logits)
    /// is more accurate.
    ///
    /// # Panics
    /// If an element of `x` is not from 0 to 1.
    binary_cross_entropy binary_cross_entropy_sum binary_cross_entropy_each (), "`F.binary_cross_entropy(x, target)`",
    |x, y| bce(x, y); long true; slopes Bce = slopes::bce;
    "tensor![0.5, 1.0, 0.0]", "tensor![1.0, 1.0, 1.0]" => "tensor![2f64.ln(), 0.0, 100.0]"
    /// The cross-entropy of a yes or no, of which `x` is the logit, and the target, 0 or 1 or between; it does not overflow.
    binary_cross_entropy_with_logits binary_cross_entropy_with_logits_sum binary_cross_entropy_with_logits_each (),
    "`F.binary_cross_entropy_with_logits(x, target)`",
    |x, y| {
        let (zero, one) = (T::zero(), T::one());
        // What PyTorch computes: the logarithm of the sigmoid, without the sigmoid.
        let log = if x < zero { x } else { zero } - ln_1p(exp(-x.abs()));
        (one - y) * x - log
    }; long true; slopes BceWithLogits = slopes::bce_with_logits;
    "tensor![0.0, 1000.0, -1000.0]", "tensor![1.0, 1.0, 1.0]" => "tensor![2f64.ln(), 0.0, 1000.0]"
    /// The divergence of the target, probabilities, from `x`, the logarithms of probabilities; a target of 0 counts 0. The sum
    /// over the size of the batch is what `reduction="batchmean"` gives. Of targets that are logarithms there is [`kl_div_log`](Self::kl_div_log).
    kl_div kl_div_sum kl_div_each (), "`F.kl_div(x, target)`",
    |x, y| {
        let entropy = y * ln(y);
        (if y == T::zero() { y } else { entropy }) - y * x
    }; long true; slopes KlDiv = slopes::kl_div;
    "tensor![0.5f64.ln(), -1.0]", "tensor![0.5, 0.0]" => "tensor![0.0, 0.0]"
    /// The divergence of the target from `x`, both logarithms of probabilities.
    kl_div_log kl_div_log_sum kl_div_log_each (), "`F.kl_div(x, target, log_target=True)`",
    |x, y| exp(y) * (y - x); long false; slopes KlDivLog = slopes::kl_div_log;
    "tensor![0.5f64.ln(), -1.0]", "tensor![0.5f64.ln(), -1.0]" => "tensor![0.0, 0.0]"
    /// `ln(1 + exp(-target * x))`, of scores against 1 and -1, without overflow. The mean of
    /// [`binary_cross_entropy_with_logits`](Self::binary_cross_entropy_with_logits) is what `F.multilabel_soft_margin_loss` gives.
    #[doc(alias = "multilabel_soft_margin_loss")]
    soft_margin_loss soft_margin_loss_sum soft_margin_loss_each (), "`F.soft_margin_loss(x, target)`",
    |x, y| {
        let score = -(x * y);
        (if score > T::zero() { score } else { T::zero() }) + ln_1p(exp(-score.abs()))
    }; long true; slopes SoftMargin = slopes::soft_margin;
    "tensor![0.0, 1000.0, -1000.0]", "tensor![1.0, 1.0, 1.0]" => "tensor![2f64.ln(), 0.0, 1000.0]"
    /// What `target * x` is less than `margin`, of scores against 1 and -1.
    /// [`margin_ranking_loss`](crate::methods::PairLosses::margin_ranking_loss) is that of differences.
    hinge_loss hinge_loss_sum hinge_loss_each (margin = "1.0", |_| true, "is any number"), "`(margin - target * x).clamp(min=0)`",
    |x, y| {
        let below = margin - x * y;
        if below < T::zero() { T::zero() } else { below }
    }; long true; slopes Hinge = slopes::hinge;
    "tensor![0.5, 3.0, 2.0]", "tensor![1.0, 1.0, -1.0]" => "tensor![0.5, 0.0, 3.0]"
    /// The distance `x` where the target is 1, and what it is less than `margin` where that is -1.
    hinge_embedding_loss hinge_embedding_loss_sum hinge_embedding_loss_each
    (margin = "1.0", |_| true, "is any number"), "`F.hinge_embedding_loss(x, target, margin)`",
    |x, y| {
        let (zero, one) = (T::zero(), T::one());
        let far = if y == one || margin - x < zero { zero } else { margin - x };
        (if y == -one { zero } else { x }) + far
    }; long true; slopes HingeEmbedding = slopes::hinge_embedding;
    "tensor![0.5, 3.0, 0.25]", "tensor![1.0, -1.0, -1.0]" => "tensor![0.5, 0.0, 0.75]"
    /// The negative logarithm of the likelihood of counts, of which `x` is the logarithm of the rate, but for a part that does not depend on it.
    /// Of rates there is [`poisson_nll_loss_of_rates`](Self::poisson_nll_loss_of_rates).
    poisson_nll_loss poisson_nll_loss_sum poisson_nll_loss_each (), "`F.poisson_nll_loss(x, target)`",
    |x, y| exp(x) - y * x; long false; slopes Poisson = slopes::poisson;
    "tensor![0.0, 0.0]", "tensor![3.0, 0.0]" => "tensor![1.0, 1.0]"
    /// As [`poisson_nll_loss`](Self::poisson_nll_loss), where `x` is the rate itself, whose logarithm is taken of `x + eps`.
    poisson_nll_loss_of_rates poisson_nll_loss_of_rates_sum poisson_nll_loss_of_rates_each
    (eps = "0.0", |eps| eps >= Self::Elem::zero(), "must not be negative"), "`F.poisson_nll_loss(x, target, log_input=False, eps=eps)`",
    |x, y| x - y * ln(x + eps); long true; slopes PoissonOfRates = slopes::poisson_of_rates;
    "tensor![1.0, 2.0]", "tensor![3.0, 0.0]" => "tensor![1.0, 2.0]"
}

/// Losses of scores of classes against the classes `R` by number.
///
/// ```
/// use shaped::prelude::*;
/// let logits: Tensor<f32, shape![64, 10]> = Tensor::zeros();
/// let labels: Tensor<u8, shape![64]> = Tensor::zeros();
/// assert!((logits.cross_entropy(&labels) - 10f32.ln()).abs() < 1e-6);
/// ```
pub trait ClassLosses<R>: Operand {
    /// A loss for each row.
    type Losses: Shape;

    three_methods! {
        /// The negative logarithm of the probability that a row of logits gives the target's class: `[…, C]` and integers `[…]`, of any
        /// type. The logarithm of the softmax is taken here, without overflow. Targets of -100 are ignored, as in PyTorch;
        /// [`cross_entropy_with`](Self::cross_entropy_with) says otherwise.
        ///
        /// # Panics
        /// If a target is no class: negative (and not -100), or not less than `C`.
        cross_entropy cross_entropy_sum cross_entropy_each () #[track_caller] "If a target is no class.";
        "`F.cross_entropy(x, target)` (whose classes are axis 1)", over all "rows", of each "row":
        "`[4, 5, 10]` and `[4, 5]` -> `[4, 5]`" -> Self::Losses;
        "tensor![[0.0, 0.0], [1000.0, 0.0]]", "tensor![1, 1]" => "tensor![2f64.ln(), 1000.0]"
    }

    /// The mean [`cross_entropy`](Self::cross_entropy) with smoothed labels, or with another index that is ignored. PyTorch's
    /// `F.cross_entropy(x, target, ignore_index=…, label_smoothing=…)`. Allocates nothing.
    ///
    /// # Panics
    /// If a target is neither a class nor ignored, or the smoothing is not from 0 to 1.
    ///
    /// ```
    /// use shaped::{CrossEntropyOptions, prelude::*};
    /// let options = CrossEntropyOptions { ignore_index: Some(0), ..Default::default() };
    /// let logits = tensor![[0.0, 0.0], [5.0, 5.0], [9.0, 1.0]];
    /// assert_eq!(logits.cross_entropy_with(&tensor![1, 1, 0], options), 2f64.ln());
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{CrossEntropyOptions, prelude::*};
    /// let logits = tensor![[0.0, 0.0], [5.0, 5.0], [9.0, 1.0]];
    /// logits.cross_entropy_with(&tensor![1, 1], CrossEntropyOptions::default());
    /// ```
    #[track_caller]
    fn cross_entropy_with(&self, target: &R, options: CrossEntropyOptions) -> Scalar<Self::Kind, Self::Elem>;

    /// As [`cross_entropy_with`](Self::cross_entropy_with), the loss of each row, 0 where it is ignored: `[4, 10]` and `[4]` -> `[4]`.
    /// Allocates the result.
    ///
    /// # Panics
    /// If a target is neither a class nor ignored, or the smoothing is not from 0 to 1.
    #[track_caller]
    fn cross_entropy_with_each(
        &self,
        target: &R,
        options: CrossEntropyOptions,
    ) -> Tensor<Self::Elem, Self::Losses, Self::Kind>;

    three_methods! {
        /// The negative of the target's class in a row of logarithms of probabilities: `[…, C]` and integers `[…]`, of any type.
        /// Targets of -100 are ignored, as in PyTorch.
        ///
        /// # Panics
        /// If a target is no class: negative (and not -100), or not less than `C`.
        nll_loss nll_loss_sum nll_loss_each () #[track_caller] "If a target is no class.";
        "`F.nll_loss(x, target)` (whose classes are axis 1)", over all "rows", of each "row":
        "`[4, 5, 10]` and `[4, 5]` -> `[4, 5]`" -> Self::Losses;
        "tensor![[-0.5, -1.0], [-2.0, -0.25]]", "tensor![0, 0]" => "tensor![0.5, 2.0]"
    }

    /// The mean [`nll_loss`](Self::nll_loss) where another index is ignored, or none. PyTorch's `F.nll_loss(x, target, ignore_index=…)`. Allocates
    /// nothing.
    ///
    /// # Panics
    /// If a target is neither a class nor ignored.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let logs = tensor![[-0.5, -1.0], [-2.0, -0.25]];
    /// assert_eq!(logs.nll_loss_with(&tensor![1, 0], Some(0)), 1.0);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[-0.5, -1.0], [-2.0, -0.25]].nll_loss_with(&tensor![1, 0, 1], None);
    /// ```
    #[track_caller]
    fn nll_loss_with(&self, target: &R, ignore_index: Option<i64>) -> Scalar<Self::Kind, Self::Elem>;

    /// As [`nll_loss_with`](Self::nll_loss_with), the loss of each row, 0 where it is ignored: `[4, 10]` and `[4]` -> `[4]`. Allocates the
    /// result.
    ///
    /// # Panics
    /// If a target is neither a class nor ignored.
    #[track_caller]
    fn nll_loss_with_each(&self, target: &R, ignore_index: Option<i64>)
    -> Tensor<Self::Elem, Self::Losses, Self::Kind>;
}

/// The three methods of a loss of rows of scores and one class each.
macro_rules! of_classes {
    ($mean:ident $sum:ident $each:ident = $targets:ident) => {
        fn $mean(&self, target: &R) -> Scalar<X::Kind, X::Elem> {
            Targets::$targets(target).over(self, Over::Mean)
        }

        fn $sum(&self, target: &R) -> Scalar<X::Kind, X::Elem> {
            Targets::$targets(target).over(self, Over::Sum)
        }

        fn $each(&self, target: &R) -> Tensor<X::Elem, R::Shape, X::Kind> {
            Targets::$targets(target).each(self)
        }
    };
}

impl<X, R> ClassLosses<R> for X
where
    X: Operand<Shape: ClassScores<<<R::Elem as Concrete>::Itself as Given>::Then<R::Shape>>> + ?Sized,
    <R as Given>::Then<X::Elem>: ScoreElement,
    R: Values<Elem: ClassNumber>,
{
    type Losses = R::Shape;

    of_classes! { cross_entropy cross_entropy_sum cross_entropy_each = logits }

    fn cross_entropy_with(&self, target: &R, options: CrossEntropyOptions) -> Scalar<X::Kind, X::Elem> {
        Targets::with(target, options).over(self, Over::Mean)
    }

    fn cross_entropy_with_each(&self, target: &R, options: CrossEntropyOptions) -> Tensor<X::Elem, R::Shape, X::Kind> {
        Targets::with(target, options).each(self)
    }

    of_classes! { nll_loss nll_loss_sum nll_loss_each = logarithms }

    fn nll_loss_with(&self, target: &R, ignore_index: Option<i64>) -> Scalar<X::Kind, X::Elem> {
        Targets::logarithms(target).ignoring(ignore_index).over(self, Over::Mean)
    }

    fn nll_loss_with_each(&self, target: &R, ignore_index: Option<i64>) -> Tensor<X::Elem, R::Shape, X::Kind> {
        Targets::logarithms(target).ignoring(ignore_index).each(self)
    }
}

/// Losses of scores of classes against the probabilities `R` of the classes.
pub trait SoftLosses<R>: Operand {
    three_methods! {
        /// The cross-entropy of rows of logits and rows of probabilities of the classes: `[…, C]` and `[…, C]`. The logarithm of the
        /// softmax is taken here, without overflow; a target that does not lie row by row is copied.
        cross_entropy_soft cross_entropy_soft_sum cross_entropy_soft_each () #[track_caller];
        "`F.cross_entropy(x, target)` (whose classes are axis 1)", over all "rows", of each "row":
        "`[4, 5, 10]` and `[4, 5, 10]` -> `[4, 5]`" -> Reduced<Self::Shape, Axis<-1>> where Self::Shape: Reduce<Axis<-1>>;
        "tensor![[0.0, 0.0], [1000.0, 0.0]]", "tensor![[0.5, 0.5], [0.0, 1.0]]" => "tensor![2f64.ln(), 1000.0]"
    }
}

impl<X, R> SoftLosses<R> for X
where
    X: Operand<Shape: ComparesWith<R::Size>> + ?Sized,
    <R as Given>::Then<X::Elem>: FloatElement,
    R: Beside<X::Elem, X::Kind>,
{
    fn cross_entropy_soft(&self, target: &R) -> Scalar<X::Kind, X::Elem> {
        soft_over(self.view(), target.beside(self.view().note()), Over::Mean)
    }

    fn cross_entropy_soft_sum(&self, target: &R) -> Scalar<X::Kind, X::Elem> {
        soft_over(self.view(), target.beside(self.view().note()), Over::Sum)
    }

    fn cross_entropy_soft_each(&self, target: &R) -> Tensor<X::Elem, Reduced<X::Shape, Axis<-1>>, X::Kind>
    where
        X::Shape: Reduce<Axis<-1>>,
    {
        soft_each(self.view(), target.beside(self.view().note()))
    }
}

operation! {
    /// How alike vectors are to others, `R`, along the axis `A`.
    trait Similarities[R, A][R, A]
    for X where [<R as Given>::Then<X::Elem>: FloatElement, X: Operand<Shape: VectorsLike<R::Size, A>> + ?Sized, R: Beside<X::Elem, X::Kind>] {
        /// The shape of the result.
        type Similarity: Shape = Reduced<X::Shape, A>;
    }

    /// The cosine of the angle between vectors along an axis: `[4, 3]` and `[4, 3]` at `Axis::<-1>` -> `[4]`. Norms are at least 1e-8, so
    /// that zeros give 0. PyTorch's `F.cosine_similarity(x, y, dim)`. Allocates the result only.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (x, y) = (tensor![[3.0, 4.0], [1.0, 0.0]], tensor![[6.0, 8.0], [0.0, 5.0]]);
    /// assert_eq!(x.cosine_similarity(&y, Axis::<-1>), tensor![1.0, 0.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let (x, y) = (tensor![[3.0, 4.0], [1.0, 0.0]], tensor![6.0, 8.0]);
    /// x.cosine_similarity(&y, Axis::<-1>);
    /// ```
    fn cosine_similarity( // as `x.cosine_similarity(&y, Axis::<-1>)`
        &self, other: &R, axis: A) -> Tensor<Self::Elem, Self::Similarity, Self::Kind> {
        let x = self.view();
        let other = other.beside(x.note());
        run_time::same(x.shape(), other.shape());
        let place = <X::Shape as Reduce<A>>::MASK.trailing_zeros() as usize;
        let (n, inner) = axis_and_inner(x.shape(), place);
        let forward = |(x, other): (View<'_, _, _, _>, View<'_, _, _, _>)| {
            if const { can_be::<X::Elem>() }
                && let (Some(x), Some(other)) = (wide(&x, ByNumbers), wide(&other, ByNumbers))
            {
                return rounded(cosines_of::<A, _, _, _>(&x.view(), &other.view(), [n, inner]).as_slice(), ByNumbers);
            }
            cosines_of::<A, _, _, _>(&x, &other, [n, inner])
        };
        let shape = x.shape().reduced();
        let made = X::Kind::apply_op((x, other), shape, forward, CosineBack { n, inner });
        Tensor::made(made, shape)
    }
}

/// The binary cross-entropy of a probability.
#[inline(always)]
fn bce<T: Float>(x: T, y: T) -> T {
    if !(x >= T::zero() && x <= T::one()) {
        let x = x.to_f64().unwrap_or(f64::NAN);
        panic!("binary_cross_entropy: {x} is no probability, which is from 0 to 1");
    }
    let least = float::<T>(-100.0);
    (y - T::one()) * (-x).ln_1p().max(least) - y * x.ln().max(least)
}

/// Cosines of vectors of `n` elements, `inner` apart.
fn cosines_of<A, T: Float, X, R>(x: &X, other: &R, [n, inner]: [usize; 2]) -> Buffer<T>
where
    X: Values<Elem = T, Shape: Reduce<A>>,
    R: Values<Elem = T, Shape: Shape>,
{
    let (x, other) = (x.view(), other.view());
    if inner == 1
        && let (Some(x), Some(other)) = (x.as_block(), other.as_block())
        && let Some(made) = cosines(n, x, other)
    {
        return made;
    }
    expr::reduce_pair_over::<A, _, _, _, _, _, _, _, _>(x, other, Closure(|x, y| (x, y)), &Cosine)
}

/// The product of two vectors over their norms.
struct Cosine;

impl<T: Float> Reducer<(T, T)> for Cosine {
    type Acc = (T, T, T);
    type Output = T;
    #[inline(always)]
    fn first(&self, (x, y): (T, T), _: usize) -> (T, T, T) {
        (x * y, x * x, y * y)
    }
    #[inline(always)]
    fn step(&self, acc: &mut (T, T, T), x: (T, T), i: usize) {
        let x = self.first(x, i);
        self.join(acc, x);
    }
    #[inline(always)]
    fn join(&self, acc: &mut (T, T, T), (product, x, y): (T, T, T)) {
        *acc = (acc.0 + product, acc.1 + x, acc.2 + y);
    }
    #[inline(always)]
    fn finish(&self, (product, x, y): (T, T, T)) -> T {
        cosine(product, x, y)
    }
    fn empty(&self) -> T {
        T::zero()
    }
}
