//! Borders that are made of an axis's own elements, and which widths they can have.

use super::Shape;
use super::computed::Len;
use super::diagnostics::{BorderFits, WidthTuple};
use super::number::{Bool, Nat, Yes};
use super::parts::{NumberOf, OrNamed};
use super::repeat::Pad;
use super::size::{Size, StaticSize};

/// A border that mirrors an axis at its first and last element. PyTorch's `mode="reflect"`.
#[derive(Clone, Copy, Debug)]
pub struct Reflect;
/// A border of the first and the last element. PyTorch's `mode="replicate"`.
#[derive(Clone, Copy, Debug)]
pub struct Replicate;
/// A border that goes on at the axis's other end. PyTorch's `mode="circular"`.
#[derive(Clone, Copy, Debug)]
pub struct Circular;

/// A rule of which elements a border is made.
pub trait BorderRule: 'static {
    /// Does an axis have the elements for borders so wide before and after it? Of a run-time axis that is seen when the program runs.
    type Fits<D: Size, B: StaticSize, A: StaticSize>: Bool;
}

type AtMost<B, A, N> = <<Len<B> as Nat>::Le<N> as Bool>::And<<Len<A> as Nat>::Le<N>>;
type Both<B, A> = <Len<B> as Nat>::Add<Len<A>>;

impl BorderRule for Reflect {
    type Fits<D: Size, B: StaticSize, A: StaticSize> = OrNamed<D, AtMost<B, A, <NumberOf<D> as Nat>::Pred>>;
}
impl BorderRule for Circular {
    type Fits<D: Size, B: StaticSize, A: StaticSize> = OrNamed<D, AtMost<B, A, NumberOf<D>>>;
}
impl BorderRule for Replicate {
    // As many times any size but 0 as not at all.
    type Fits<D: Size, B: StaticSize, A: StaticSize> =
        OrNamed<D, <Both<B, A> as Nat>::Le<<Both<B, A> as Nat>::Mul<NumberOf<D>>>>;
}

/// Do all axes, from the last one on, have the elements for borders of these widths by the rule `R`?
pub trait BorderEach<List, R> {
    type Fits: Bool;
}

impl<S, R> BorderEach<(), R> for S {
    type Fits = Yes;
}
impl<P, W, R> BorderEach<(P, W), R> for () {
    type Fits = Yes;
}
impl<L: BorderEach<P, R>, D: Size, P, B: StaticSize, A: StaticSize, R: BorderRule> BorderEach<(P, (B, A)), R>
    for (L, D)
{
    type Fits = <R::Fits<D, B, A> as Bool>::And<L::Fits>;
}

/// A shape that gets borders of the widths `W`, made of its own elements by the rule `R`: what `pad_reflect`, `pad_replicate` and `pad_circular`
/// give is [`Padded`](crate::Padded) by `W`.
///
/// ```
/// use shaped::{Border, Padded, Reflect, prelude::*};
/// type Two = ((One, One), (One, One));
/// fn blurred<L: Shape, H: Size, W: Size>(x: &Tensor<f32, ((L, H), W)>) -> Tensor<f32, Padded<((L, H), W), Two>>
/// where
///     ((L, H), W): Border<Two, Reflect>,
/// {
///     x.pad_reflect(((One, One), (One, One)))
/// }
/// assert_eq!(blurred(&Tensor::<f32, shape![3, 4, 5]>::ones()).sizes(), [3, 6, 7]);
/// ```
pub trait Border<W, R>: Pad<W> {}

impl<S: Pad<W>, W: WidthTuple, R> Border<W, R> for S where S: BorderEach<W::List, R, Fits: BorderFits<W, S::Shown, R>> {}

/// Names the axis that is too small when the program runs.
pub(crate) fn name_of<S: Shape>(axis: usize) -> &'static str {
    S::name(axis).unwrap_or("without a name")
}
