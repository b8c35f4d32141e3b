//! Scans: each element with all before it on its axis.

use alloc::vec::Vec;
use core::ops::{Add, Mul};

use num_traits::Float;

use super::function::{exp, ln_1p};
use super::index::read::Around;
use super::reduce::is_nan;
use crate::kernels::back::along;
use crate::kernels::scans;
use crate::kernels::sixteen::{ByNumbers, ByType, Sixteen, can_be};
use crate::kernels::types::{as_type, same, type_of};
use crate::kind::{Backward, Gradients, Kind, Numbers, OperandSet, Reads, Real, Step, held};
use crate::shape::at::Along;
use crate::shape::layout::Layout;
use crate::shape::verbs::scan;
use crate::storage::{Buffer, Scratch, room};
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Operand, Values, View};

operation! {
    /// Running results along an axis: `cumsum`, `cumprod`, `cummax`, `cummin`, `logcumsumexp`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.cumsum(Axis::<1>), tensor![[1, 3, 6], [4, 9, 15]]);
    /// assert_eq!(x.cumsum(Axis::<0>), tensor![[1, 2, 3], [5, 7, 9]]);
    /// ```
    trait Scans[A][A] for X where [X: Operand<Shape: Along<A, scan>> + ?Sized] {}

    /// The sum of each element and all before it on the axis: `[4, 3]` -> `[4, 3]`. PyTorch's `x.cumsum(dim)`, NumPy's
    /// `np.cumsum(x, axis)`. Elements are added in order, in their own type. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![1.0, 2.0, 4.0].cumsum(Axis::<0>), tensor![1.0, 3.0, 7.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1.0, 2.0, 4.0].cumsum(Axis::<1>);
    /// ```
    fn cumsum( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: A) -> Tensor<Self::Elem, Self::Shape, Self::Kind>
    where [Self::Elem: Clone + Add<Output = Self::Elem>]
    {
        let sixteen = can_be::<Self::Elem>() && <ByType as Sixteen<Self::Elem>>::is();
        scanned(self.view(), Way::Sum, |x| match (is_single::<Self::Elem>(), sixteen) {
            (true, _) => scan(x, double, |sum, x| sum + x, rounded),
            (_, true) => scan(x, ByType::widen, |sum, x| sum + x, |sum| ByType::narrow(*sum)),
            _ => scan(x, Clone::clone, |sum, x| sum + x, Clone::clone),
        })
    }

    /// The product of each element and all before it on the axis. PyTorch's `x.cumprod(dim)`, NumPy's `np.cumprod(x, axis)`.
    /// Elements are multiplied in order, in their own type. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![[1, 2, 3], [4, 5, 6]].cumprod(Axis::<-1>), tensor![[1, 2, 6], [4, 20, 120]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2, 3], [4, 5, 6]].cumprod(Axis::<-3>);
    /// ```
    fn cumprod( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: A) -> Tensor<Self::Elem, Self::Shape, Self::Kind>
    where [Self::Elem: Clone + Mul<Output = Self::Elem>]
    {
        let sixteen = can_be::<Self::Elem>() && <ByType as Sixteen<Self::Elem>>::is();
        scanned(self.view(), Way::Product, |x| match (is_single::<Self::Elem>(), sixteen) {
            (true, _) => scan(x, double, |product, x| product * x, rounded),
            (_, true) => scan(x, ByType::widen, |product, x| product * x, |product| ByType::narrow(*product)),
            _ => scan(x, Clone::clone, |product, x| product * x, Clone::clone),
        })
    }

    /// The largest of each element and all before it on the axis; NaN from the first NaN on. The values of PyTorch's
    /// `x.cummax(dim)`, NumPy's `np.maximum.accumulate(x, axis)`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![1, 3, 2, 5].cummax(Axis::<0>), tensor![1, 3, 3, 5]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 3, 2, 5].cummax(Axis::<1>);
    /// ```
    fn cummax( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: A) -> Tensor<Self::Elem, Self::Shape, Self::Kind>
    where [Self::Elem: Clone + PartialOrd]
    {
        let larger = |peak, x| if takes_over(&x, &peak, |x, peak| x >= peak) { x } else { peak };
        scanned(self.view(), Way::Extreme { largest: true }, |x| scan(x, Clone::clone, larger, Clone::clone))
    }

    /// The smallest of each element and all before it on the axis; NaN from the first NaN on. The values of PyTorch's
    /// `x.cummin(dim)`, NumPy's `np.minimum.accumulate(x, axis)`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![4, 3, 5, 1].cummin(Axis::<0>), tensor![4, 3, 3, 1]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![4, 3, 5, 1].cummin(Axis::<1>);
    /// ```
    fn cummin( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: A) -> Tensor<Self::Elem, Self::Shape, Self::Kind>
    where [Self::Elem: Clone + PartialOrd]
    {
        let smaller = |low, x| if takes_over(&x, &low, |x, low| x <= low) { x } else { low };
        scanned(self.view(), Way::Extreme { largest: false }, |x| scan(x, Clone::clone, smaller, Clone::clone))
    }

    /// As [`cummax`](Self::cummax), with the index of each on the axis; of equal ones the last, and the last NaN. Both results of
    /// PyTorch's `x.cummax(dim)`. Allocates both.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (values, indices) = tensor![3, 1, 3, 5].cummax_with_indices(Axis::<0>);
    /// assert_eq!((values, indices), (tensor![3, 3, 3, 5], tensor![0, 0, 2, 3]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![3, 1, 3, 5].cummax_with_indices(Axis::<-2>);
    /// ```
    fn cummax_with_indices( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: A) -> (Tensor<Self::Elem, Self::Shape, Self::Kind>, Tensor<usize, Self::Shape>)
    where [Self::Elem: Clone + PartialOrd, Self::Kind: Numbers<Self::Elem>]
    {
        let x = self.view();
        let mut indices = Buffer::with_capacity(0);
        let values = scanned(x, Way::Extreme { largest: true }, |x| {
            let (values, places) = with_indices(x, |x, peak| x >= peak);
            indices = places;
            values
        });
        (values, Tensor::from_parts(indices, x.shape()))
    }

    /// As [`cummin`](Self::cummin), with the index of each on the axis; of equal ones the last, and the last NaN. Both results of
    /// PyTorch's `x.cummin(dim)`. Allocates both.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (values, indices) = tensor![3, 1, 3, 1].cummin_with_indices(Axis::<0>);
    /// assert_eq!((values, indices), (tensor![3, 1, 1, 1], tensor![0, 1, 1, 3]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![3, 1, 3, 1].cummin_with_indices(Axis::<-2>);
    /// ```
    fn cummin_with_indices( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: A) -> (Tensor<Self::Elem, Self::Shape, Self::Kind>, Tensor<usize, Self::Shape>)
    where [Self::Elem: Clone + PartialOrd, Self::Kind: Numbers<Self::Elem>]
    {
        let x = self.view();
        let mut indices = Buffer::with_capacity(0);
        let values = scanned(x, Way::Extreme { largest: false }, |x| {
            let (values, places) = with_indices(x, |x, low| x <= low);
            indices = places;
            values
        });
        (values, Tensor::from_parts(indices, x.shape()))
    }

    /// The logarithm of the sum of exponentials of each element and all before it on the axis, which does not overflow. PyTorch's
    /// `x.logcumsumexp(dim)`, NumPy's `np.logaddexp.accumulate(x, axis)`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![1000.0, 1000.0, f64::NEG_INFINITY].logcumsumexp(Axis::<0>);
    /// assert_eq!(x, tensor![1000.0, 1000.0 + 2f64.ln(), 1000.0 + 2f64.ln()]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1.0, 2.0].logcumsumexp(Axis::<1>);
    /// ```
    fn logcumsumexp( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: A) -> Tensor<Self::Elem, Self::Shape, Self::Kind>
    where [Self::Elem: Float]
    {
        let sixteen = can_be::<Self::Elem>() && <ByNumbers as Sixteen<Self::Elem>>::is();
        scanned(self.view(), Way::LogSumExp, |x| match (is_single::<Self::Elem>(), sixteen) {
            (true, _) => scan(x, double, log_add_exp, rounded),
            (_, true) => scan(x, ByNumbers::widen, log_add_exp, |log| ByNumbers::narrow(*log)),
            _ => scan(x, Clone::clone, log_add_exp, Clone::clone),
        })
    }
}

/// `ln(exp(a) + exp(b))`
fn log_add_exp<T: Float>(a: T, b: T) -> T {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    // The difference of two equal infinities is NaN.
    if low == high && low.is_infinite() { high } else { ln_1p(exp(low - high)) + high }
}

/// Does `x` come in place of what was before it? NaN does always, and nothing else comes in place of NaN.
#[inline(always)]
fn takes_over<T: PartialOrd>(x: &T, before: &T, beats: impl Fn(&T, &T) -> bool) -> bool {
    is_nan(x) || beats(x, before)
}

/// Are elements `f32`? A sum of these that comes one by one is kept in `f64`, as in PyTorch, since there are no pairs to join.
fn is_single<T>() -> bool {
    type_of::<T>() == type_of::<f32>()
}

/// An `f32` as `f64`. (A function and no pointer to one, so that it is a part of the loop.)
#[inline(always)]
fn double<T>(x: &T) -> f64 {
    as_type::<T, f32>(x).map_or(f64::NAN, f64::from)
}

/// An `f64` rounded to `f32`.
#[inline(always)]
fn rounded<T>(x: &f64) -> T {
    same::<f32, T>(*x as f32)
}

/// A scan of any kind along an axis.
fn scanned<'a, T, S, Y, K, A>(
    x: View<'a, T, S, Y, K>,
    way: Way,
    forward: impl FnOnce(&View<'a, T, S, Y>) -> Buffer<T>,
) -> Tensor<T, S, K>
where
    S: Along<A, scan>,
    Y: Layout<S>,
    K: Kind<T>,
{
    let (n, inner) = super::rows::axis_and_inner(x.shape(), S::PLACE);
    let back = ScanBack { way, axis: [n, inner] };
    Tensor::made(K::apply_op((x,), x.shape(), |(x,)| forward(&x), back), x.shape())
}

/// The way back of a scan: of the axis's size, and of how far its elements lie apart.
pub(super) struct ScanBack {
    pub way: Way,
    pub axis: [usize; 2],
}
held!(ScanBack; lowered);

/// What is done, as far as the way back is concerned.
pub(super) enum Way {
    Sum,
    Product,
    Extreme { largest: bool },
    LogSumExp,
}

impl<T: Real> Backward<T> for ScanBack {
    fn name(&self) -> &'static str {
        match self.way {
            Way::Sum => "cumsum",
            Way::Product => "cumprod",
            Way::Extreme { largest: true } => "cummax",
            Way::Extreme { largest: false } => "cummin",
            Way::LogSumExp => "logcumsumexp",
        }
    }

    fn reads(&self, _: OperandSet) -> Reads {
        match self.way {
            Way::Sum => Reads::NOTHING,
            Way::Product | Way::Extreme { .. } | Way::LogSumExp => Reads::ALL,
        }
    }

    fn backward(&self, at: &Step<'_, T>, mut grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let g = grad.as_mut_slice();
        match self.way {
            Way::Sum => along::cumsum(self.axis, g),
            Way::Product => along::cumprod(self.axis, &at.elements(0), at.out(), g),
            Way::Extreme { .. } => along::cumulative_extreme(self.axis, &at.elements(0), at.out(), g),
            Way::LogSumExp => along::logcumsumexp(self.axis, &at.elements(0), at.out(), g),
        }
        to.give(0, grad);
    }
}

/// Each element with all before it on its axis, by `join`, in the numbers that `to` makes of elements.
fn scan<X, N: Clone, A>(
    x: &X,
    to: impl Fn(&X::Elem) -> N,
    join: impl Fn(N, N) -> N,
    from: impl Fn(&N) -> X::Elem,
) -> Buffer<X::Elem>
where
    X: Values<Elem: Clone, Shape: Along<A, scan>> + ?Sized,
{
    let view = x.view();
    let shape = view.shape();
    let Around { size, inner, .. } =
        Around::new(&crate::shape::Shape::dims(shape), <X::Shape as Along<A, scan>>::PLACE);
    if let Some(elements) = view.as_block().filter(|elements| !elements.is_empty()) {
        return Buffer::written_by(elements.len(), |places| {
            scans::scan(elements, [size, inner], to, join, from, places)
        });
    }
    let mut out: Vec<X::Elem> = room(x.numel());
    let mut results: Scratch<N> = Scratch::with_room(inner);
    for (number, x) in x.iter().enumerate() {
        let (first, lane) = (number / inner % size == 0, number % inner);
        let result = if first { to(x) } else { join(results[lane].clone(), to(x)) };
        out.push(from(&result));
        match results.get_mut(lane) {
            Some(place) => *place = result,
            None => results.push(result),
        }
    }
    Buffer::from_vec(out)
}

/// The element of each lane up to here that beats all others, and where it is.
fn with_indices<X, A>(x: &X, beats: impl Fn(&X::Elem, &X::Elem) -> bool) -> (Buffer<X::Elem>, Buffer<usize>)
where
    X: Values<Elem: Clone + PartialOrd, Shape: Along<A, scan>> + ?Sized,
{
    let shape = x.view().shape();
    let Around { size, inner, .. } =
        Around::new(&crate::shape::Shape::dims(shape), <X::Shape as Along<A, scan>>::PLACE);
    let mut values: Vec<X::Elem> = room(x.numel());
    let mut indices: Vec<usize> = room(x.numel());
    for (number, x) in x.iter().enumerate() {
        let index = number / inner % size;
        let new = index == 0 || takes_over(x, &values[number - inner], &beats);
        values.push(if new { x.clone() } else { values[number - inner].clone() });
        indices.push(if new { index } else { indices[number - inner] });
    }
    (Buffer::from_vec(values), Buffer::from_vec(indices))
}
