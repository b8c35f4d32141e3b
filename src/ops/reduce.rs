//! Reductions: what becomes of the elements, and how results are joined. The loops are `expr::reduce`'s.

use num_traits::{Float, One, Zero};

use super::function::{exp, ln, maximum, minimum};
#[cfg(feature = "alloc")]
use super::wide::wide;
use crate::expr;
use crate::expr::node::{Closure, FnMut2};
use crate::kernels::exact::{products_of_columns, products_of_rows};
#[cfg(feature = "alloc")]
pub(crate) use crate::kernels::float::float;
use crate::kernels::moments::is_far;
#[cfg(feature = "alloc")]
use crate::kernels::norms;
#[cfg(feature = "alloc")]
use crate::kernels::norms::About;
use crate::kernels::rows::Reducer;
#[cfg(feature = "alloc")]
use crate::kernels::rows::wide_columns_by;
use crate::kernels::rows::{Kind, Results, Rows, first_of, places_by};
#[cfg(feature = "alloc")]
use crate::kernels::sixteen::rounded;
use crate::kernels::sixteen::{ByNumbers, ByType, InSingle, Sixteen, can_be, columns_by, rows_by};
#[cfg(feature = "alloc")]
use crate::kernels::spread::Lie;
use crate::kernels::spread::{self, Spread};
#[cfg(feature = "alloc")]
use crate::kernels::types::is_number;
use crate::shape::Shape;
#[cfg(feature = "alloc")]
use crate::shape::dims::Dims;
use crate::shape::layout::Layout;
#[cfg(feature = "alloc")]
use crate::shape::reduce::Reduce;
#[cfg(feature = "alloc")]
use crate::storage::Buffer;
use crate::view::View;

/// A reduction of elements `T`, over some axes or all.
pub(crate) trait Reduction<T> {
    type Output;
    /// Over the axes `A`, into new memory.
    #[cfg(feature = "alloc")]
    fn over<A, S: Shape + Reduce<A>, Y: Layout<S>>(self, x: View<'_, T, S, Y>) -> Buffer<Self::Output>;
    /// Over all axes.
    fn all<S: Shape, Y: Layout<S>>(self, x: View<'_, T, S, Y>) -> Self::Output;
}

/// An error of the compiler where the types say that something is of no elements, but needs some.
pub(crate) const fn some<S: Shape>(needed: bool, mask: u16) {
    assert!(
        !(needed && S::DIMS.reduces_nothing(mask)),
        "the largest, the smallest or a quantile of no elements: the axis has size 0"
    );
}

/// What needs one pass over the elements.
pub(crate) struct Pass<R>(pub R);

impl<T: Clone, R: Reducer<T>> Reduction<T> for Pass<R> {
    type Output = R::Output;
    #[cfg(feature = "alloc")]
    #[inline]
    fn over<A, S: Shape + Reduce<A>, Y: Layout<S>>(self, x: View<'_, T, S, Y>) -> Buffer<R::Output> {
        const { some::<S>(R::NEEDS_SOME, S::MASK) };
        expr::reduce_over::<A, _, _, _, _>(x, &self.0)
    }
    #[inline]
    fn all<S: Shape, Y: Layout<S>>(self, x: View<'_, T, S, Y>) -> R::Output {
        const { some::<S>(R::NEEDS_SOME, u16::MAX) };
        expr::reduce_whole(x, &self.0)
    }
}

/// What needs one pass over the elements, where floats of 16 bits are reduced by `W` in `f32`.
pub(crate) struct Accumulated<R, W, C>(pub R, pub W, pub C);

impl<T: Clone, R: Reducer<T, Output = T>, W: Reducer<f32, Output = f32>, C: Sixteen<T>> Reduction<T>
    for Accumulated<R, W, C>
{
    type Output = T;
    #[cfg(feature = "alloc")]
    #[inline]
    fn over<A, S: Shape + Reduce<A>, Y: Layout<S>>(self, x: View<'_, T, S, Y>) -> Buffer<T> {
        if const { can_be::<T>() } && C::is() {
            return Pass(InSingle(self.1, self.2)).over::<A, _, _>(x);
        }
        Pass(self.0).over::<A, _, _>(x)
    }
    #[inline]
    fn all<S: Shape, Y: Layout<S>>(self, x: View<'_, T, S, Y>) -> T {
        if const { can_be::<T>() } && C::is() {
            return Pass(InSingle(self.1, self.2)).all(x);
        }
        Pass(self.0).all(x)
    }
}

/// What needs several passes over the elements, to which floats of 16 bits are widened first, for the axes `A`.
pub(crate) struct Passes<R>(pub R);

impl<T: Float, R: Reduction<T, Output = T> + Reduction<f32, Output = f32>> Reduction<T> for Passes<R> {
    type Output = T;
    #[cfg(feature = "alloc")]
    #[inline]
    fn over<A, S: Shape + Reduce<A>, Y: Layout<S>>(self, x: View<'_, T, S, Y>) -> Buffer<T> {
        if const { can_be::<T>() }
            && let Some(x) = wide(&x, ByNumbers)
        {
            return rounded(self.0.over::<A, _, _>(x.view()).as_slice(), ByNumbers);
        }
        self.0.over::<A, _, _>(x)
    }
    #[inline]
    fn all<S: Shape, Y: Layout<S>>(self, x: View<'_, T, S, Y>) -> T {
        self.0.all(x)
    }
}

/// The sum.
pub(crate) fn sum() -> Accumulated<Sum, Sum, ByType> {
    Accumulated(Sum, Sum, ByType)
}

/// The product.
pub(crate) fn product() -> Accumulated<Product, Product, ByType> {
    Accumulated(Product, Product, ByType)
}

/// The sum of what is a number.
pub(crate) fn nan_sum() -> Accumulated<NanSum, NanSum, ByNumbers> {
    Accumulated(NanSum, NanSum, ByNumbers)
}

/// The mean of what is a number.
pub(crate) fn nan_mean() -> Accumulated<NanMean, NanMean, ByNumbers> {
    Accumulated(NanMean, NanMean, ByNumbers)
}

/// The norm of an order.
pub(crate) fn norm_of<T: Float>(
    order: f64,
) -> Accumulated<AndThen<Powers<T>, impl Fn(T) -> T>, AndThen<Powers<f32>, impl Fn(f32) -> f32>, ByNumbers> {
    Accumulated(powers(order), powers(order), ByNumbers)
}

/// The Euclidean norm.
pub(crate) fn euclidean<T: Float>() -> Accumulated<Norm<T>, Norm<f32>, ByNumbers> {
    Accumulated(norm(), norm(), ByNumbers)
}

/// How two results of an operation become one: the whole of a reduction whose results are like its elements.
// Of the loops in memory behind `=>` each rounds once.
macro_rules! folds {
    ($($(#[$doc:meta])* $name:ident [$($bound:tt)*] $first:expr, $join:expr, $empty:expr $(, $kind:ident $(($needs_some:literal))?)? $(=> $rows:path, $columns:path)?;)*) => { $(
        $(#[$doc])*
        pub(crate) struct $name;

        impl<T: Clone + $($bound)*> Reducer<T> for $name {
            type Acc = T;
            type Output = T;
            $(
                const KIND: Option<Kind> = Some(Kind::$kind);
                $(const NEEDS_SOME: bool = $needs_some;)?
            )?
            #[inline(always)]
            fn first(&self, x: T, _: usize) -> T {
                $first(x)
            }
            #[inline(always)]
            fn step(&self, acc: &mut T, x: T, _: usize) {
                self.join(acc, $first(x));
            }
            #[inline(always)]
            fn join(&self, acc: &mut T, x: T) {
                *acc = $join(acc.clone(), x);
            }
            #[inline(always)]
            fn finish(&self, acc: T) -> T {
                acc
            }
            fn empty(&self) -> T {
                $empty
            }
            $(
                #[inline(always)]
                fn rows(&self, x: &Rows<'_, T>, to: &mut Results<T>) {
                    rows_by(Kind::$kind, x, to);
                }
                #[inline(always)]
                fn columns(&self, x: &Rows<'_, T>, to: &mut Results<T>) {
                    columns_by(Kind::$kind, x, to);
                }
                #[cfg(feature = "alloc")]
                fn wide_columns(&self, x: &Rows<'_, T>) -> Option<Buffer<T>> {
                    wide_columns_by(Kind::$kind, x)
                }
            )?
            $(
                const ROUNDS_ONCE: bool = true;
                #[inline(always)]
                fn rows(&self, x: &Rows<'_, T>, to: &mut Results<T>) {
                    $rows(x, to);
                }
                #[inline(always)]
                fn columns(&self, x: &Rows<'_, T>, to: &mut Results<T>) {
                    $columns(x, to);
                }
            )?
        }
    )* };
}

folds! {
    Sum [Zero] itself, |a: T, b: T| a + b, T::zero(), Sum;
    Max [PartialOrd] itself, |a: T, b: T| if (b > a) | is_nan(&b) { b } else { a }, no_elements("max"), Largest (true);
    Min [PartialOrd] itself, |a: T, b: T| if (b < a) | is_nan(&b) { b } else { a }, no_elements("min"), Smallest (true);
    /// The largest element, or minus infinity if there is none.
    Peak [Float] itself, |a: T, b: T| if (b > a) | is_nan(&b) { b } else { a }, T::neg_infinity(), Largest;
    /// The sum of what is a number.
    NanSum [Float] |x: T| if x.is_nan() { T::zero() } else { x }, |a: T, b: T| a + b, T::zero();
    /// The sum of squares.
    SumOfSquares [Float] |x: T| x * x, |a: T, b: T| a + b, T::zero(), SumOfSquares;
    /// The product.
    Product [One] itself, |a: T, b: T| a * b, T::one() => products_of_rows, products_of_columns;
}

#[inline(always)]
fn itself<T>(x: T) -> T {
    x
}

/// Is the element unequal to itself?
#[inline(always)]
#[allow(clippy::eq_op)] // that is what NaN means for a type that is only known to compare
pub(crate) fn is_nan<T: PartialOrd>(x: &T) -> bool {
    x != x
}

#[cold]
#[inline(never)]
fn no_elements<T>(operation: &str) -> T {
    panic!("{operation} of no elements: a reduced axis has size 0")
}

/// A reduction, and then a function of each result.
pub(crate) struct AndThen<R, F>(R, F);

impl<T, R: Reducer<T>, U, F: Fn(R::Output) -> U> Reducer<T> for AndThen<R, F> {
    type Acc = R::Acc;
    type Output = U;
    const NEEDS_SOME: bool = R::NEEDS_SOME;
    const COUNTS: bool = R::COUNTS;
    const ROUNDS_ONCE: bool = R::ROUNDS_ONCE;
    const KIND: Option<Kind> = R::KIND;
    #[inline(always)]
    fn first(&self, x: T, i: usize) -> R::Acc {
        self.0.first(x, i)
    }
    #[inline(always)]
    fn step(&self, acc: &mut R::Acc, x: T, i: usize) {
        self.0.step(acc, x, i);
    }
    #[inline(always)]
    fn join(&self, acc: &mut R::Acc, other: R::Acc) {
        self.0.join(acc, other);
    }
    #[inline(always)]
    fn finish(&self, acc: R::Acc) -> U {
        (self.1)(self.0.finish(acc))
    }
    fn empty(&self) -> U {
        (self.1)(self.0.empty())
    }
    #[inline(always)]
    fn rows(&self, x: &Rows<'_, T>, to: &mut Results<R::Acc>) {
        self.0.rows(x, to);
    }
    #[inline(always)]
    fn columns(&self, x: &Rows<'_, T>, to: &mut Results<R::Acc>) {
        self.0.columns(x, to);
    }
    #[cfg(feature = "alloc")]
    fn wide_columns(&self, x: &Rows<'_, T>) -> Option<Buffer<R::Acc>> {
        self.0.wide_columns(x)
    }
}

/// The square root of the sum of squares.
type Norm<T> = AndThen<SumOfSquares, fn(T) -> T>;

/// The square root of the sum of squares.
pub(crate) fn norm<T: Float>() -> Norm<T> {
    AndThen(SumOfSquares, T::sqrt)
}

/// The mean of what is a number, NaN if nothing is.
pub(crate) struct NanMean;

impl<T: Float> Reducer<T> for NanMean {
    type Acc = (T, usize);
    type Output = T;
    #[inline(always)]
    fn first(&self, x: T, _: usize) -> (T, usize) {
        if x.is_nan() { (T::zero(), 0) } else { (x, 1) }
    }
    #[inline(always)]
    fn step(&self, acc: &mut (T, usize), x: T, i: usize) {
        self.join(acc, self.first(x, i));
    }
    #[inline(always)]
    fn join(&self, acc: &mut (T, usize), (sum, count): (T, usize)) {
        *acc = (acc.0 + sum, acc.1 + count);
    }
    #[inline(always)]
    fn finish(&self, (sum, count): (T, usize)) -> T {
        sum / number(count)
    }
    fn empty(&self) -> T {
        T::nan()
    }
}

/// What a norm of an order adds up, or which of the sizes it takes.
#[derive(Clone, Copy)]
enum Magnitudes<T> {
    Largest,
    Smallest,
    Count,
    Sum,
    Squares,
    Power(T),
}

/// The sum of powers of sizes.
pub(crate) struct Powers<T>(Magnitudes<T>);

/// The norm of an order: the sum of powers, and the root of that.
fn powers<T: Float>(order: f64) -> AndThen<Powers<T>, impl Fn(T) -> T> {
    let float = |x: f64| T::from(x).expect("a float for every number");
    let sizes = match order {
        f64::INFINITY => Magnitudes::Largest,
        f64::NEG_INFINITY => Magnitudes::Smallest,
        0.0 => Magnitudes::Count,
        1.0 => Magnitudes::Sum,
        2.0 => Magnitudes::Squares,
        order => Magnitudes::Power(float(order)),
    };
    let root = float(order.recip());
    AndThen(Powers(sizes), move |sum: T| match sizes {
        Magnitudes::Largest | Magnitudes::Smallest | Magnitudes::Count | Magnitudes::Sum => sum,
        Magnitudes::Squares => sum.sqrt(),
        Magnitudes::Power(_) => sum.powf(root),
    })
}

impl<T: Float> Reducer<T> for Powers<T> {
    type Acc = T;
    type Output = T;
    #[inline(always)]
    fn first(&self, x: T, _: usize) -> T {
        match self.0 {
            Magnitudes::Largest | Magnitudes::Smallest | Magnitudes::Sum => x.abs(),
            Magnitudes::Count if x.is_zero() => T::zero(),
            Magnitudes::Count => T::one(),
            Magnitudes::Squares => x * x,
            Magnitudes::Power(order) => x.abs().powf(order),
        }
    }
    #[inline(always)]
    fn step(&self, acc: &mut T, x: T, i: usize) {
        self.join(acc, self.first(x, i));
    }
    #[inline(always)]
    fn join(&self, acc: &mut T, x: T) {
        *acc = match self.0 {
            Magnitudes::Largest => maximum(*acc, x),
            Magnitudes::Smallest => minimum(*acc, x),
            _ => *acc + x,
        };
    }
    #[inline(always)]
    fn finish(&self, acc: T) -> T {
        acc
    }
    fn empty(&self) -> T {
        match self.0 {
            Magnitudes::Largest | Magnitudes::Smallest => no_elements("an infinite norm"),
            Magnitudes::Power(order) if order < T::zero() => no_elements("a norm of negative order"),
            _ => T::zero(),
        }
    }
}

/// Where the largest or smallest element is; of equal ones the first, and the first NaN before all.
pub(crate) struct Arg<const LARGEST: bool>;

impl<const LARGEST: bool> Arg<LARGEST> {
    /// Does `b` come before `a`, wherever they are?
    #[inline(always)]
    fn beats<T: PartialOrd>(b: &T, a: &T) -> bool {
        (if LARGEST { b > a } else { b < a }) || (is_nan(b) && !is_nan(a))
    }
}

impl<T: Clone + PartialOrd, const LARGEST: bool> Reducer<T> for Arg<LARGEST> {
    type Acc = (T, usize);
    type Output = usize;
    const NEEDS_SOME: bool = true;
    const COUNTS: bool = true;
    #[inline(always)]
    fn first(&self, x: T, i: usize) -> (T, usize) {
        (x, i)
    }
    #[inline(always)]
    fn step(&self, acc: &mut (T, usize), x: T, i: usize) {
        // The elements of a lane come in order, so an equal one is a later one.
        if Self::beats(&x, &acc.0) {
            *acc = (x, i);
        }
    }
    #[inline(always)]
    fn join(&self, acc: &mut (T, usize), other: (T, usize)) {
        if Self::beats(&other.0, &acc.0) || (other.1 < acc.1 && !Self::beats(&acc.0, &other.0)) {
            *acc = other;
        }
    }
    #[inline(always)]
    fn finish(&self, acc: (T, usize)) -> usize {
        acc.1
    }
    fn empty(&self) -> usize {
        no_elements(if LARGEST { "argmax" } else { "argmin" })
    }
    #[inline(always)]
    fn rows(&self, x: &Rows<'_, T>, to: &mut Results<(T, usize)>) {
        // First which, then where; NaN is looked for where there is no answer to the first question.
        let mut best = Results::new();
        if LARGEST {
            Max.rows(x, &mut best)
        } else {
            Min.rows(x, &mut best)
        }
        for (i, best) in best.as_slice().iter().enumerate() {
            let Some(place) = first_of(x.row(i), best) else { return };
            to.push((best.clone(), place));
        }
    }
    #[inline(always)]
    fn columns(&self, x: &Rows<'_, T>, to: &mut Results<(T, usize)>) {
        let mut places = Results::new();
        places_by(!LARGEST, x, &mut places);
        for (column, i) in places.as_slice().iter().enumerate() {
            // Only where it is will be asked for.
            to.push((x.row(0)[column].clone(), *i));
        }
    }
}

/// What each element counts is put together by an assigning operator: `Name [what it asks] of each element -> Result, operator, of none`.
macro_rules! tallies {
    ($(
        $(#[$about:meta])*
        $name:ident [$($asked:tt)*] |$x:ident| $of:expr => $result:ty, $op:tt, $empty:literal;
    )*) => { $(
        $(#[$about])*
        pub(crate) struct $name;

        impl<T: $($asked)*> Reducer<T> for $name {
            type Acc = $result;
            type Output = $result;
            #[inline(always)]
            fn first(&self, $x: T, _: usize) -> $result {
                $of
            }
            #[inline(always)]
            fn step(&self, acc: &mut $result, $x: T, _: usize) {
                *acc $op $of;
            }
            #[inline(always)]
            fn join(&self, acc: &mut $result, other: $result) {
                *acc $op other;
            }
            #[inline(always)]
            fn finish(&self, acc: $result) -> $result {
                acc
            }
            fn empty(&self) -> $result {
                $empty
            }
        }
    )* };
}
tallies! {
    /// Is any element true?
    Any [Copy + Into<bool>] |x| x.into() => bool, |=, false;
    /// Are all elements true?
    All [Copy + Into<bool>] |x| x.into() => bool, &=, true;
}
#[cfg(feature = "alloc")]
tallies! {
    /// How many elements are not what there is by default: 0, or false.
    CountNonzero [Default + PartialEq] |x| usize::from(x != T::default()) => usize, +=, 0;
}

/// A number of elements as one of them.
pub(crate) fn number<T: Float>(n: usize) -> T {
    T::from(n).expect("a float for every number")
}

/// How many elements make one result.
pub(crate) fn count<S: Shape>(shape: S, mask: u16) -> usize {
    let dims = shape.dims();
    let reduced = (0..dims.rank).filter(|axis| mask >> axis & 1 == 1);
    reduced.fold(1, |product: usize, axis| product.saturating_mul(dims.sizes[axis]))
}

/// The mean of so many elements.
fn mean_of<T: Float>(n: usize) -> AndThen<Sum, impl Fn(T) -> T> {
    let n = number::<T>(n);
    AndThen(Sum, move |sum| sum / n)
}

/// The means over the last axes, so many, of `n` elements each.
#[cfg(feature = "alloc")]
pub(crate) fn means_over_last<T: Float, S: Shape, Y: Layout<S>>(
    x: View<'_, T, S, Y>,
    axes: usize,
    n: usize,
) -> Buffer<T> {
    expr::reduce_over_last(x, axes, &mean_of(n))
}

/// As [`mean_of`], in `f32` where elements have 16 bits.
pub(crate) fn mean<T: Float>(
    n: usize,
) -> Accumulated<AndThen<Sum, impl Fn(T) -> T>, AndThen<Sum, impl Fn(f32) -> f32>, ByNumbers> {
    Accumulated(mean_of(n), mean_of(n), ByNumbers)
}

/// The arithmetic mean.
pub(crate) struct Mean;

impl<T: Float> Reduction<T> for Mean {
    type Output = T;
    #[cfg(feature = "alloc")]
    #[inline]
    fn over<A, S: Shape + Reduce<A>, Y: Layout<S>>(self, x: View<'_, T, S, Y>) -> Buffer<T> {
        mean(count(x.shape(), S::MASK)).over::<A, S, Y>(x)
    }
    #[inline]
    fn all<S: Shape, Y: Layout<S>>(self, x: View<'_, T, S, Y>) -> T {
        mean(x.shape().numel()).all(x)
    }
}

/// The mean of squared deviations from the mean, in two passes, and then a function of it. As in PyTorch, the divisor is the
/// number of elements less the correction, but not less than 0.
pub(crate) struct Variance {
    correction: usize,
    /// Is it the standard deviation that is asked for?
    root: bool,
}

/// The variance.
pub(crate) fn variance(correction: usize) -> Passes<Variance> {
    Passes(Variance { correction, root: false })
}

/// The standard deviation.
pub(crate) fn deviation(correction: usize) -> Passes<Variance> {
    Passes(Variance { correction, root: true })
}

/// What an element is more than the mean, or the square of that: one loop for both. In `f64` what that holds.
struct Difference<F> {
    number: F,
    squared: bool,
}
impl<T, U: Float, F: Fn(T) -> U> FnMut2<T, U> for Difference<F> {
    type Output = U;
    #[inline(always)]
    fn call(&mut self, x: T, mean: U) -> U {
        let more = (self.number)(x) - mean;
        more * if self.squared { more } else { U::one() }
    }
}

/// The sums of [`Difference`]s from the means.
#[cfg(feature = "alloc")]
#[inline(never)]
fn differences<A, T: Clone, U: Float, S: Shape + Reduce<A>, Y: Layout<S>>(
    x: View<'_, T, S, Y>,
    number: impl Fn(T) -> U,
    means: &[U],
    squared: bool,
) -> Buffer<U> {
    let means = View::over(means, x.shape().kept());
    expr::reduce_pair_over::<A, _, _, _, _, _, _, _, _>(x, means, Difference { number, squared }, &Sum)
}

/// The sum of [`Difference`]s from one mean.
#[inline(never)]
fn differences_all<T: Clone, U: Float, S: Shape, Y: Layout<S>>(
    x: View<'_, T, S, Y>,
    number: impl Fn(T) -> U,
    mean: U,
    squared: bool,
) -> U {
    let mut difference = Difference { number, squared };
    expr::reduce_all(x, Closure(move |x| difference.call(x, mean)), &Sum)
}

/// Are variances of such floats computed in `f64`, as in PyTorch? Of all that have at most 32 bits.
const fn in_double<T>() -> bool {
    size_of::<T>() <= size_of::<f32>()
}

/// The number that a float is.
#[inline(always)]
fn double<T: Float>(x: T) -> f64 {
    if const { can_be::<T>() } && <ByNumbers as Sixteen<T>>::is() {
        return ByNumbers::widen(&x).into();
    }
    x.to_f64().unwrap_or(f64::NAN)
}

/// What a float is nearest to.
#[inline(always)]
fn nearest<T: Float>(x: f64) -> T {
    T::from(x).unwrap_or_else(T::nan)
}

impl Variance {
    /// What becomes of a sum of squares of so many elements.
    fn spread(&self, n: usize) -> Spread {
        Spread { divisor: n.saturating_sub(self.correction) as f64, root: self.root }
    }

    /// The result, of the sum of squares of so many elements.
    fn of<T: Float>(&self, sum: T, n: usize) -> T {
        let variance = sum / number(n.saturating_sub(self.correction));
        if self.root { variance.sqrt() } else { variance }
    }

    /// Of all elements, each a number of type `U`, whose mean this is.
    #[inline]
    fn about<T: Clone, U: Float, S: Shape, Y: Layout<S>>(
        &self,
        x: View<'_, T, S, Y>,
        to: impl Fn(T) -> U + Copy,
        mean: U,
    ) -> U {
        let n = x.shape().numel();
        let mut sum = differences_all(x, to, mean, true);
        if is_far(mean, sum / number(n)) {
            let mean = mean + differences_all(x, to, mean, false) / number(n);
            sum = differences_all(x, to, mean, true);
        }
        self.of(sum, n)
    }
}

/// How a block's elements lie, of which the axes of the mask are reduced, if they can be told in three numbers.
#[cfg(feature = "alloc")]
fn lie(dims: &Dims, mask: u16) -> Option<Lie> {
    // From the innermost on, by turns: axes that are reduced, and axes that stay.
    let (mut runs, mut last) = ([1usize; 4], 0);
    for (axis, &size) in dims.sizes[..dims.rank].iter().enumerate().filter(|(_, size)| **size != 1) {
        if last % 2 == usize::from(mask >> axis & 1) {
            last += 1;
        }
        let run = runs.get_mut(last)?;
        *run = run.checked_mul(size).filter(|&run| run > 0)?;
    }
    match runs {
        [1, inner, reduced, outer] if reduced > 1 => Some(Lie::Between([outer, reduced, inner])),
        [inner, kept, outer, 1] => Some(Lie::Around([outer, kept, inner])),
        _ => None,
    }
}

impl<T: Float> Reduction<T> for Variance {
    type Output = T;
    #[cfg(feature = "alloc")]
    #[inline]
    fn over<A, S: Shape + Reduce<A>, Y: Layout<S>>(self, x: View<'_, T, S, Y>) -> Buffer<T> {
        let n = count(x.shape(), S::MASK);
        if const { in_double::<T>() } {
            let spread = self.spread(n);
            let of_block = |block: &[T]| spread::spreads(block, lie(&x.shape().dims(), S::MASK)?, spread);
            if let Some(spreads) = x.as_block().and_then(of_block) {
                return spreads;
            }
            let mut sums = expr::reduce_over::<A, _, _, _, _>(x, &InDouble);
            let moments = sums.as_mut_slice();
            let mut far = false;
            for of_one in &mut *moments {
                let (about, is_far) = spread::of_sums(*of_one, n as f64);
                (*of_one, far) = (about, far | is_far);
            }
            if !far {
                return Buffer::from_iter(
                    moments.len(),
                    moments.iter().map(|&[_, squares]| nearest(spread.of(squares))),
                );
            }
            // Passes through memory in jumps cost more than a copy.
            let jumping = if is_number::<T>() { expr::if_it_jumps(x) } else { None };
            if let Some(spreads) = jumping.and_then(|copy| of_block(copy.as_slice())) {
                return spreads;
            }
            let means = Buffer::from_iter(moments.len(), moments.iter().map(|&[mean, _]| mean));
            let sums = differences::<A, _, _, _, _>(x, double, means.as_slice(), true);
            let sums = sums.as_slice();
            return Buffer::from_iter(sums.len(), sums.iter().map(|&sum| nearest(spread.of(sum))));
        }
        if let Some(mut sums) = about_rows::<A, _, _, _>(x, About::Squares) {
            sums.as_mut_slice().iter_mut().for_each(|sum| *sum = self.of(*sum, n));
            return sums;
        }
        let mut means = Mean.over::<A, S, Y>(x);
        let mut sums = differences::<A, _, _, _, _>(x, itself, means.as_slice(), true);
        let count = number::<T>(n);
        let far = |mean: T, sum: T| is_far(mean, sum / count);
        if means.as_slice().iter().zip(sums.as_slice()).any(|(&mean, &sum)| far(mean, sum)) {
            let more = differences::<A, _, _, _, _>(x, itself, means.as_slice(), false);
            for ((mean, &sum), &more) in means.as_mut_slice().iter_mut().zip(sums.as_slice()).zip(more.as_slice()) {
                if far(*mean, sum) {
                    *mean = *mean + more / count;
                }
            }
            sums = differences::<A, _, _, _, _>(x, itself, means.as_slice(), true);
        }
        sums.as_mut_slice().iter_mut().for_each(|sum| *sum = self.of(*sum, n));
        sums
    }
    #[inline]
    fn all<S: Shape, Y: Layout<S>>(self, x: View<'_, T, S, Y>) -> T {
        if const { in_double::<T>() } {
            let n = x.shape().numel();
            let block = x.as_block().filter(|block| !block.is_empty());
            if let Some(spread) = block.and_then(|block| spread::spread_of(block, self.spread(n))) {
                return spread;
            }
            let ([mean, squares], is_far) = spread::of_sums(expr::reduce_whole(x, &InDouble), n as f64);
            let squares = if is_far { differences_all(x, double, mean, true) } else { squares };
            return nearest(self.spread(n).of(squares));
        }
        self.about(x, itself, Mean.all(x))
    }
}

/// The sum of elements and that of their squares, in `f64`, in one pass: of `f32` by kernels, wherever rows or columns lie in memory.
struct InDouble;

impl<T: Float> Reducer<T> for InDouble {
    type Acc = [f64; 2];
    type Output = [f64; 2];
    #[inline(always)]
    fn first(&self, x: T, _: usize) -> [f64; 2] {
        let x = double(x);
        [x, x * x]
    }
    #[inline(always)]
    fn step(&self, [sum, squares]: &mut [f64; 2], x: T, _: usize) {
        let x = double(x);
        *sum += x;
        *squares += x * x;
    }
    #[inline(always)]
    fn join(&self, acc: &mut [f64; 2], other: [f64; 2]) {
        acc[0] += other[0];
        acc[1] += other[1];
    }
    #[inline(always)]
    fn finish(&self, acc: [f64; 2]) -> [f64; 2] {
        acc
    }
    fn empty(&self) -> [f64; 2] {
        [0.0; 2]
    }
    #[inline(always)]
    fn rows(&self, x: &Rows<'_, T>, to: &mut Results<[f64; 2]>) {
        spread::sums_of_rows(x, to);
    }
    #[inline(always)]
    fn columns(&self, x: &Rows<'_, T>, to: &mut Results<[f64; 2]>) {
        spread::sums_of_columns(x, to);
    }
}

/// The logarithm of the sum of exponentials, less the largest element first, so that it cannot overflow.
pub(crate) struct LogSumExp;

/// Two passes over rows that lie in memory one after the other, or are copied there, if there is a faster way than one after the other.
#[cfg(feature = "alloc")]
fn about_rows<A, T: Clone, S: Shape + Reduce<A>, Y: Layout<S>>(x: View<'_, T, S, Y>, work: About) -> Option<Buffer<T>> {
    // The axes of rows are the last ones, which are the lowest bits.
    let rows = S::MASK != 0 && S::MASK & S::MASK.wrapping_add(1) == 0;
    let n = count(x.shape(), S::MASK);
    match x.as_block() {
        Some(elements) if rows => norms::about(work, elements, n),
        // Two passes through memory in jumps cost more than a copy.
        None if rows && is_number::<T>() => norms::about(work, expr::if_it_jumps(x)?.as_slice(), n),
        _ => None,
    }
}

/// What is subtracted first: the largest element, unless it is infinite.
fn base<T: Float>(peak: T) -> T {
    if peak.is_infinite() { T::zero() } else { peak }
}

#[cfg(feature = "alloc")]
struct ExpOfDifference;
#[cfg(feature = "alloc")]
impl<T: Float> FnMut2<T, T> for ExpOfDifference {
    type Output = T;
    #[inline(always)]
    fn call(&mut self, x: T, peak: T) -> T {
        exp(x - peak)
    }
}

impl<T: Float> Reduction<T> for LogSumExp {
    type Output = T;
    #[cfg(feature = "alloc")]
    #[inline]
    fn over<A, S: Shape + Reduce<A>, Y: Layout<S>>(self, x: View<'_, T, S, Y>) -> Buffer<T> {
        if let Some(logs) = about_rows::<A, _, _, _>(x, About::LogSum) {
            return logs;
        }
        let bases = Pass(AndThen(Peak, base)).over::<A, S, Y>(x);
        let of_each = View::over(bases.as_slice(), x.shape().kept());
        let mut sums = expr::reduce_pair_over::<A, _, _, _, _, _, _, _, _>(x, of_each, ExpOfDifference, &Sum);
        for (sum, &base) in sums.as_mut_slice().iter_mut().zip(bases.as_slice()) {
            *sum = ln(*sum) + base;
        }
        sums
    }
    #[inline]
    fn all<S: Shape, Y: Layout<S>>(self, x: View<'_, T, S, Y>) -> T {
        let base: T = Pass(AndThen(Peak, base)).all(x);
        if const { can_be::<T>() } && <ByNumbers as Sixteen<T>>::is() {
            let base = ByNumbers::widen(&base);
            let sum: f32 = expr::reduce_all(x, Closure(|x| exp(ByNumbers::widen(&x) - base)), &Sum);
            return ByNumbers::narrow(ln(sum) + base);
        }
        ln(expr::reduce_all(x, Closure(|x: T| exp(x - base)), &Sum)) + base
    }
}
