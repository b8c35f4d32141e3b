//! Losses. The mean is what training minimises; the sum and the loss of each element are there, too.

use num_traits::{Float, One, Zero};

use super::class_losses::{CrossEntropyOptions, Soft, Targets, each_row_loss, mean_row_loss, sum_row_loss};
use super::function::{exp, ln_1p};
use super::reduce::{Sum, float, number};
use super::wide::wide;
use crate::expr;
use crate::expr::node::Closure;
use crate::kernels::rows::Reducer;
use crate::kernels::sixteen::{ByNumbers, Sixteen, can_be, rounded};
use crate::shape::Shape;
use crate::shape::axes::Axis;
use crate::shape::diagnostics::{FloatElement, IndexNumber};
use crate::shape::losses::{ClassScores, ComparesWith, VectorsLike};
use crate::shape::reduce::{Reduce, Reduced};
use crate::tensor::Tensor;
use crate::view::{Operand, Values};

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
        #[doc = concat!("The mean over all ", $all, ", a number; NaN of none. PyTorch's ", $torch, ". Allocates nothing.")]
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
        fn $mean(&self, target: &R $(, $arg: Self::Elem)?) -> Self::Elem;

        #[doc = concat!("The sum of [`", stringify!($mean), "`](Self::", stringify!($mean), ")'s losses over all ", $all, ", a number. Allocates nothing.")]
        $(#[$tracked])?
        fn $sum(&self, target: &R $(, $arg: Self::Elem)?) -> Self::Elem;

        #[doc = concat!("[`", stringify!($mean), "`](Self::", stringify!($mean), ")'s loss of each ", $one, ": ", $shapes, ". PyTorch's `reduction=\"none\"`.")]
        /// Allocates the result.
        $( $(#[doc = concat!("\n# Panics\n", $panics)])? #[$tracked] )?
        fn $each(&self, target: &R $(, $arg: Self::Elem)?) -> Tensor<Self::Elem, $losses>
        $(where $of: $bound)?;
    };
}

/// Losses of pairs of elements, three methods each.
macro_rules! losses {
    (
        $(#[$family:meta])*
        trait Losses;
        $(
            $(#[$doc:meta])*
            $mean:ident $sum:ident $each:ident ($($arg:ident = $given:literal, $check:expr, $says:literal)?), $torch:literal,
            |$x:ident, $y:ident| $loss:expr;
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

        impl<L, R> Losses<R> for L
        where
            L: Values<Elem = R::Elem, Shape: ComparesWith<R::Shape>> + ?Sized,
            R: Values<Elem: FloatElement>,
        {
            $(
                fn $mean(&self, target: &R $(, $arg: Self::Elem)?) -> Self::Elem {
                    if const { can_be::<Self::Elem>() }
                        && let (Some(x), Some(target)) = (wide(self, ByNumbers), wide(target, ByNumbers))
                    {
                        return ByNumbers::narrow(x.view().$mean(&target.view() $(, ByNumbers::widen(&$arg))?));
                    }
                    self.$sum(target $(, $arg)?) / number(self.numel())
                }

                fn $sum(&self, target: &R $(, $arg: Self::Elem)?) -> Self::Elem {
                    if const { can_be::<Self::Elem>() }
                        && let (Some(x), Some(target)) = (wide(self, ByNumbers), wide(target, ByNumbers))
                    {
                        return ByNumbers::narrow(x.view().$sum(&target.view() $(, ByNumbers::widen(&$arg))?));
                    }
                    $(check(stringify!($mean), stringify!($arg), $arg, $check, $says);)?
                    let loss = Closure(|$x: Self::Elem, $y: Self::Elem| $loss);
                    expr::reduce_pair_all(self.view(), target.view(), loss, &Sum)
                }

                fn $each(&self, target: &R $(, $arg: Self::Elem)?) -> Tensor<Self::Elem, Self::Shape> {
                    if const { can_be::<Self::Elem>() }
                        && let (Some(x), Some(target)) = (wide(self, ByNumbers), wide(target, ByNumbers))
                    {
                        let losses = x.view().$each(&target.view() $(, ByNumbers::widen(&$arg))?);
                        return Tensor::from_parts(rounded(losses.as_slice(), ByNumbers), self.view().shape());
                    }
                    $(check(stringify!($mean), stringify!($arg), $arg, $check, $says);)?
                    let loss = Closure(|$x: Self::Elem, $y: Self::Elem| $loss);
                    Tensor::from_parts(expr::pairs(self.view(), target.view(), loss), self.view().shape())
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

/// The methods of a loss of rows of scores.
macro_rules! of_rows {
    (
        $mean:ident $sum:ident $each:ident ($target:ident) -> $losses:ty $(where $of:ty: $bound:path)?:
        $loss:expr, |$x:ident| $shape:expr
    ) => {
        fn $mean(&self, $target: &R) -> X::Elem {
            mean_row_loss(self, &$loss)
        }

        fn $sum(&self, $target: &R) -> X::Elem {
            sum_row_loss(self, &$loss)
        }

        fn $each(&self, $target: &R) -> Tensor<X::Elem, $losses>
        $(where $of: $bound)?
        {
            let $x = self;
            Tensor::from_parts(each_row_loss($x, &$loss), $shape)
        }
    };
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
    mse_loss mse_loss_sum mse_loss_each (), "`F.mse_loss(x, target)`",
    |x, y| (x - y) * (x - y);
    "tensor![1.0, 2.0, 5.0]", "tensor![1.0, 4.0, 4.0]" => "tensor![0.0, 4.0, 1.0]"
    /// The absolute difference.
    l1_loss l1_loss_sum l1_loss_each (), "`F.l1_loss(x, target)`",
    |x, y| (x - y).abs();
    "tensor![1.0, 2.0, 5.0]", "tensor![1.0, 4.0, 4.0]" => "tensor![0.0, 2.0, 1.0]"
    /// Half the squared difference up to `delta`, and `delta` times the difference less half of `delta` beyond.
    huber_loss huber_loss_sum huber_loss_each (delta = "1.0", |d| d > Self::Elem::zero(), "must be larger than 0"),
    "`F.huber_loss(x, target, delta=delta)`",
    |x, y| {
        let d = (x - y).abs();
        let half = float::<Self::Elem>(0.5);
        if d <= delta { half * d * d } else { delta * (d - half * delta) }
    };
    "tensor![1.0, 2.0, 5.0]", "tensor![1.0, 4.0, 4.0]" => "tensor![0.0, 1.5, 0.5]"
    /// Half the squared difference over `beta` below `beta`, and the difference less half of `beta` from there on.
    smooth_l1_loss smooth_l1_loss_sum smooth_l1_loss_each
    (beta = "2.0", |b| b >= Self::Elem::zero(), "must not be negative"),
    "`F.smooth_l1_loss(x, target, beta=beta)`",
    |x, y| {
        let d = (x - y).abs();
        let half = float::<Self::Elem>(0.5);
        if d < beta { half * d * d / beta } else { d - half * beta }
    };
    "tensor![1.0, 2.0, 5.0]", "tensor![1.0, 4.0, 4.0]" => "tensor![0.0, 1.0, 0.25]"
    /// The cross-entropy of the probability `x` of a yes and the target, 0 or 1 or between. Logarithms are not less than
    /// -100, as in PyTorch. Of logits, [`binary_cross_entropy_with_logits`](Self::binary_cross_entropy_with_logits)
    /// is more accurate.
    ///
    /// # Panics
    /// If an element of `x` is not from 0 to 1.
    binary_cross_entropy binary_cross_entropy_sum binary_cross_entropy_each (), "`F.binary_cross_entropy(x, target)`",
    |x, y| bce(x, y);
    "tensor![0.5, 1.0, 0.0]", "tensor![1.0, 1.0, 1.0]" => "tensor![2f64.ln(), 0.0, 100.0]"
    /// The cross-entropy of a yes or no, of which `x` is the logit, and the target, 0 or 1 or between; it does not overflow.
    binary_cross_entropy_with_logits binary_cross_entropy_with_logits_sum binary_cross_entropy_with_logits_each (),
    "`F.binary_cross_entropy_with_logits(x, target)`",
    |x, y| {
        let (zero, one) = (Self::Elem::zero(), Self::Elem::one());
        // What PyTorch computes: the logarithm of the sigmoid, without the sigmoid.
        let log = if x < zero { x } else { zero } - ln_1p(exp(-x.abs()));
        (one - y) * x - log
    };
    "tensor![0.0, 1000.0, -1000.0]", "tensor![1.0, 1.0, 1.0]" => "tensor![2f64.ln(), 0.0, 1000.0]"
    /// The divergence of the target, probabilities, from `x`, the logarithms of probabilities; a target of 0 counts 0.
    kl_div kl_div_sum kl_div_each (), "`F.kl_div(x, target)`",
    |x, y| {
        let entropy = if y == Self::Elem::zero() { y } else { y * y.ln() };
        entropy - y * x
    };
    "tensor![0.5f64.ln(), -1.0]", "tensor![0.5, 0.0]" => "tensor![0.0, 0.0]"
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
    fn cross_entropy_with(&self, target: &R, options: CrossEntropyOptions) -> Self::Elem;

    /// As [`cross_entropy_with`](Self::cross_entropy_with), the loss of each row, 0 where it is ignored: `[4, 10]` and `[4]` -> `[4]`.
    /// Allocates the result.
    ///
    /// # Panics
    /// If a target is neither a class nor ignored, or the smoothing is not from 0 to 1.
    #[track_caller]
    fn cross_entropy_with_each(&self, target: &R, options: CrossEntropyOptions) -> Tensor<Self::Elem, Self::Losses>;

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
}

impl<X, R> ClassLosses<R> for X
where
    X: Values<Elem: FloatElement, Shape: ClassScores<R::Shape>> + ?Sized,
    R: Values<Elem: IndexNumber>,
{
    type Losses = R::Shape;

    of_rows! { cross_entropy cross_entropy_sum cross_entropy_each (target) -> R::Shape: Targets::logits(target), |_x| target.view().shape() }

    fn cross_entropy_with(&self, target: &R, options: CrossEntropyOptions) -> X::Elem {
        mean_row_loss(self, &Targets::with(target, options))
    }

    fn cross_entropy_with_each(&self, target: &R, options: CrossEntropyOptions) -> Tensor<X::Elem, R::Shape> {
        Tensor::from_parts(each_row_loss(self, &Targets::with(target, options)), target.view().shape())
    }

    of_rows! { nll_loss nll_loss_sum nll_loss_each (target) -> R::Shape: Targets::logarithms(target), |_x| target.view().shape() }
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
    X: Values<Elem = R::Elem, Shape: ComparesWith<R::Shape>> + ?Sized,
    R: Values<Elem: FloatElement>,
{
    of_rows! {
        cross_entropy_soft cross_entropy_soft_sum cross_entropy_soft_each (target)
        -> Reduced<X::Shape, Axis<-1>> where X::Shape: Reduce<Axis<-1>>: Soft::new(target), |x| x.view().shape().reduced()
    }
}

/// How alike vectors are to others, `R`, along the axis `A`.
pub trait Similarities<R, A>: Operand {
    /// The shape of the result.
    type Similarity: Shape;

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
    fn cosine_similarity(&self, other: &R, axis: A) -> Tensor<Self::Elem, Self::Similarity>;
}

impl<X, R, A> Similarities<R, A> for X
where
    X: Values<Elem = R::Elem, Shape: VectorsLike<R::Shape, A>> + ?Sized,
    R: Values<Elem: FloatElement>,
{
    type Similarity = Reduced<X::Shape, A>;

    fn cosine_similarity(&self, other: &R, _: A) -> Tensor<Self::Elem, Self::Similarity> {
        if const { can_be::<Self::Elem>() }
            && let (Some(x), Some(other)) = (wide(self, ByNumbers), wide(other, ByNumbers))
        {
            let pair = Closure(|x, y| (x, y));
            let buffer = expr::reduce_pair_over::<A, _, _, _, _, _, _, _, _>(x.view(), other.view(), pair, &Cosine);
            let shape = crate::shape::reduce::Reduce::reduced(self.view().shape());
            return Tensor::from_parts(rounded(buffer.as_slice(), ByNumbers), shape);
        }
        let pair = Closure(|x, y| (x, y));
        let buffer = expr::reduce_pair_over::<A, _, _, _, _, _, _, _, _>(self.view(), other.view(), pair, &Cosine);
        Tensor::from_parts(buffer, self.view().shape().reduced())
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
        let norm = |square: T| {
            let (norm, least) = (square.sqrt(), float(1e-8));
            // A norm that is NaN stays.
            if norm < least { least } else { norm }
        };
        product / (norm(x) * norm(y))
    }
    fn empty(&self) -> T {
        T::zero()
    }
}
