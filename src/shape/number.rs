//! Numbers: arithmetic on typenum's binary digits that is *closed*.
//!
//! typenum's own operators are traits that generic code must name (`A: Add<B>`, `Sum<A, B>: …`). Here every operation is an
//! associated type of one trait, so it exists for every number and generic code never writes a bound for it.

use typenum::{B0, B1, UInt, UTerm, Unsigned};

use super::digits::Digits;
use super::list::Shape;
use super::size::{Dim, Node, Size, StaticSize};
use super::verdict::{Absent, OfSizes};
use crate::shape::form::Form;

/// A typenum number whose arithmetic is total.
pub trait Nat: Unsigned + 'static {
    /// `self + 1`
    type Succ: Nat;
    /// `2 self`
    type Double: Nat;
    /// `10 self`: one addition, where a product has one for each bit.
    type TimesTen: Nat;
    /// `self + R`
    type Add<R: Nat>: Nat;
    /// `self + 2 U`
    type AddEven<U: Nat>: Nat;
    /// `self + 2 U + 1`
    type AddOdd<U: Nat>: Nat;
    /// `self * R`
    type Mul<R: Nat>: Nat;
    /// Is `self <= R`?
    type Le<R: Nat>: Bool;
    /// Is `self < R`?
    type Lt<R: Nat>: Bool;
    /// Is `2 V <= self`?
    type GeEven<V: Nat>: Bool;
    /// Is `2 V + 1 <= self`?
    type GeOdd<V: Nat>: Bool;
    /// Is `2 V < self`?
    type GtEven<V: Nat>: Bool;
    /// Is `2 V + 1 < self`?
    type GtOdd<V: Nat>: Bool;
    /// `self - 1`, and 0 of 0.
    type Pred: Nat;
    /// `self - R`, where that is not negative; if it is, some number.
    type Sub<R: Nat>: Nat;
    /// `2 V - self`, for a `V` that is not 0.
    type FromEven<V: Nat>: Nat;
    /// `2 V + 1 - self`
    type FromOdd<V: Nat>: Nat;
    /// `self / R`, rounded down; of `R = 0`, some number.
    type Quot<R: Nat>: Nat;
    /// What `self / R` leaves.
    type Rem<R: Nat>: Nat;
    /// The number in decimal, by repeated doubling.
    type Decimal: Digits;
    /// Where the number's bits, from the highest one on, lead in the table of sizes.
    type Node: Node;
    /// The size of this number: `One`, `Dim<N>`, or a size of four digits and more.
    type Size: StaticSize;
    /// Is it 0?
    type IsZero: Bool;
    /// Is it 1?
    type IsOne: Bool;
}

/// What long division has in hand once it takes down the next bit.
type Bit0<V, R> = <<V as Nat>::Rem<R> as Nat>::Double;
type Bit1<V, R> = UInt<<V as Nat>::Rem<R>, B1>;
/// Does `R` go into what is in hand?
type Goes<R, X> = <R as Nat>::Le<X>;
/// The quotient and the remainder with one bit more.
type QuotBit<V, R, X> =
    <Goes<R, X> as Bool>::IfNat<UInt<<V as Nat>::Quot<R>, B1>, <<V as Nat>::Quot<R> as Nat>::Double>;
type RemBit<R, X> = <Goes<R, X> as Bool>::IfNat<<X as Nat>::Sub<R>, X>;

impl Nat for UTerm {
    type Succ = UInt<UTerm, B1>;
    type Double = UTerm;
    type TimesTen = UTerm;
    type Add<R: Nat> = R;
    type AddEven<U: Nat> = U::Double;
    type AddOdd<U: Nat> = UInt<U, B1>;
    type Mul<R: Nat> = UTerm;
    type Le<R: Nat> = Yes;
    type Lt<R: Nat> = R::GtEven<UTerm>;
    type GeEven<V: Nat> = V::Le<UTerm>;
    type GeOdd<V: Nat> = No;
    type GtEven<V: Nat> = No;
    type GtOdd<V: Nat> = No;
    type Pred = UTerm;
    type Sub<R: Nat> = UTerm;
    type FromEven<V: Nat> = V::Double;
    type FromOdd<V: Nat> = UInt<V, B1>;
    type Quot<R: Nat> = UTerm;
    type Rem<R: Nat> = UTerm;
    type Decimal = ();
    type Node = Dim<0>;
    type Size = Dim<0>;
    type IsZero = Yes;
    type IsOne = No;
}

impl<V: Nat> Nat for UInt<V, B0> {
    type Succ = UInt<V, B1>;
    type Double = UInt<Self, B0>;
    type TimesTen = UInt<<UInt<UInt<Self, B0>, B0> as Nat>::Add<Self>, B0>;
    type Add<R: Nat> = R::AddEven<V>;
    type AddEven<U: Nat> = UInt<U::Add<V>, B0>;
    type AddOdd<U: Nat> = UInt<U::Add<V>, B1>;
    type Mul<R: Nat> = <V::Mul<R> as Nat>::Double;
    type Le<R: Nat> = R::GeEven<V>;
    type Lt<R: Nat> = R::GtEven<V>;
    type GeEven<U: Nat> = U::Le<V>;
    type GeOdd<U: Nat> = U::Lt<V>;
    type GtEven<U: Nat> = U::Lt<V>;
    type GtOdd<U: Nat> = U::Lt<V>;
    type Decimal = <V::Decimal as Digits>::Twice;
    type Node = <V::Node as Node>::Even;
    type Size = <Self::Node as Node>::Size<Self>;
    type IsZero = No;
    type IsOne = No;
    type Pred = UInt<V::Pred, B1>;
    type Sub<R: Nat> = R::FromEven<V>;
    type FromEven<U: Nat> = <U::Sub<V> as Nat>::Double;
    type FromOdd<U: Nat> = UInt<U::Sub<V>, B1>;
    type Quot<R: Nat> = QuotBit<V, R, Bit0<V, R>>;
    type Rem<R: Nat> = RemBit<R, Bit0<V, R>>;
}

impl<V: Nat> Nat for UInt<V, B1> {
    type Succ = UInt<V::Succ, B0>;
    type Double = UInt<Self, B0>;
    type TimesTen = UInt<<UInt<UInt<Self, B0>, B0> as Nat>::Add<Self>, B0>;
    type Add<R: Nat> = R::AddOdd<V>;
    type AddEven<U: Nat> = UInt<U::Add<V>, B1>;
    type AddOdd<U: Nat> = UInt<<U::Add<V> as Nat>::Succ, B0>;
    type Mul<R: Nat> = <<V::Mul<R> as Nat>::Double as Nat>::Add<R>;
    type Le<R: Nat> = R::GeOdd<V>;
    type Lt<R: Nat> = R::GtOdd<V>;
    type GeEven<U: Nat> = U::Le<V>;
    type GeOdd<U: Nat> = U::Le<V>;
    type GtEven<U: Nat> = U::Le<V>;
    type GtOdd<U: Nat> = U::Lt<V>;
    type Decimal = <V::Decimal as Digits>::TwicePlusOne;
    type Node = <V::Node as Node>::Odd;
    type Size = <Self::Node as Node>::Size<Self>;
    type IsZero = No;
    type IsOne = V::IsZero;
    type Pred = V::Double;
    type Sub<R: Nat> = R::FromOdd<V>;
    type FromEven<U: Nat> = UInt<<U::Sub<V> as Nat>::Pred, B1>;
    type FromOdd<U: Nat> = <U::Sub<V> as Nat>::Double;
    type Quot<R: Nat> = QuotBit<V, R, Bit1<V, R>>;
    type Rem<R: Nat> = RemBit<R, Bit1<V, R>>;
}

/// `1024 H + L`: how [`dim!`](crate::dim) joins ten bits at a time.
pub(crate) type Join<H, L> = <Double5<Double5<H>> as Nat>::Add<L>;
type Double5<H> = <<<<<H as Nat>::Double as Nat>::Double as Nat>::Double as Nat>::Double as Nat>::Double;

/// What is true if one of two is, `Self` or another.
pub trait Either {
    /// Logical or.
    type Either<R: Bool>: Bool;
}

impl Either for Yes {
    type Either<R: Bool> = Yes;
}

impl Either for No {
    type Either<R: Bool> = R;
}

/// A truth value of the type level. Of one that is not known yet it is known that it or `Yes` is true.
pub trait Bool: Either<Either<Yes> = Yes> + 'static {
    /// Logical and.
    type And<R: Bool>: Bool;
    /// Logical or.
    type Or<R: Bool>: Bool;
    /// Logical not.
    type Not: Bool;
    /// The first type if true, the second if not.
    type If<Then, Else>;
    /// The first number if true, the second if not.
    type IfNat<Then: Nat, Else: Nat>: Nat;
    /// The first size if true, the second if not.
    type IfSize<Then: Size, Else: Size>: Size;
    /// The first verdict if true, the second if not.
    type IfFits<Then: OfSizes, Else: OfSizes>: OfSizes;
    /// The same of two static sizes.
    type IfStatic<Then: StaticSize, Else: StaticSize>: StaticSize;
    /// The first form if true, the second if not.
    type IfForm<Then: Form, Else: Form>: Form;
    /// If true, have the shapes as many elements? Of what is false that is not asked.
    type AndCounts<S: Shape, O: Shape>: Bool;
    /// `R`, of which nothing is known before this is.
    type Then<R: Bool>: Bool;
    /// Does the one thing if true, the other if not. Unlike a branch on a constant, it does not make the compiler look at both.
    #[track_caller]
    fn choose<C: Choice>(choice: C) -> C::Output;
}

/// Two things, one of which is done: see [`Bool::choose`].
pub trait Choice {
    type Output;
    #[track_caller]
    fn yes(self) -> Self::Output;
    #[track_caller]
    fn no(self) -> Self::Output;
}

/// What is true. A trait under this one no program can implement for what is not: it can't name this one.
pub trait True {}
impl True for Yes {}
impl<const N: usize> True for Absent<N> {}

/// True.
pub struct Yes;
/// False.
pub struct No;

/// A truth value: what the logic says of it, which of two things it chooses, and how that one is done.
macro_rules! truth_value {
    ($name:ident: and $and:ty, or $or:ty, not $not:ident, and counts $counts:ty, chooses $chosen:ident by $done:ident) => {
        impl Bool for $name {
            type AndCounts<S: Shape, O: Shape> = $counts;
            type And<R: Bool> = $and;
            type Or<R: Bool> = $or;
            type Not = $not;
            type If<Then, Else> = $chosen;
            type IfNat<Then: Nat, Else: Nat> = $chosen;
            type IfSize<Then: Size, Else: Size> = $chosen;
            type IfFits<Then: OfSizes, Else: OfSizes> = $chosen;
            type IfStatic<Then: StaticSize, Else: StaticSize> = $chosen;
            type IfForm<Then: Form, Else: Form> = $chosen;
            type Then<R: Bool> = R;
            #[inline(always)]
            #[track_caller]
            fn choose<C: Choice>(choice: C) -> C::Output {
                choice.$done()
            }
        }
    };
}
truth_value!(Yes: and R, or Yes, not No, and counts S::CountsAs<O>, chooses Then by yes);
truth_value!(No: and No, or R, not Yes, and counts No, chooses Else by no);

/// The last of several truth values, of which nothing is known before all are.
macro_rules! all {
    ($one:ty) => { $one };
    ($one:ty, $($rest:tt)*) => { <$one as Bool>::Then<all!($($rest)*)> };
}
pub(crate) use all;

/// The last of several truth values where those before it are true, and `Yes` where one is not: so that of several axes on which something does not
/// hold one error is told, that of the first.
macro_rules! if_so {
    ([] $one:ty) => { $one };
    ([$first:ty $(, $rest:ty)*] $one:ty) => {
        <<$first as Bool>::Not as Bool>::Or<$crate::shape::number::if_so!([$($rest),*] $one)>
    };
}
pub(crate) use if_so;
