//! Sizes: one canonical type per length of an axis, and it prints as a number.

use core::fmt::Debug;
use core::marker::PhantomData;

use typenum::consts::*;
use typenum::{B0, UInt};

use super::computed::{Arithmetic, Fraction, NAMED, Static};
#[cfg(doc)]
use super::computed::{Over, OverUp, Times};
pub use super::diagnostics::{ArraySize, StaticSize};
use super::diagnostics::{Meet, Numeral};
use super::digits::{D, Digit, Digits, N0, N1, N2, N3, N4, N5, N6, N7, N8, N9, Whole};
use super::given::GivenSize;
use super::number::{Bool, Join, Nat, No, Yes};
use super::parts::{NumberOf, Resized};
use super::verdict::{Differ, Fits, OfSizes, Ours};

/// The size of an axis: a number known when the program is compiled ([`StaticSize`]), or a named axis whose number is
/// known when it runs ([`axis!`](crate::axis)).
///
/// A size is a type and also a value, zero-sized when the type says all. Code generic over sizes needs no other bound:
///
/// ```
/// use shaped::prelude::*;
/// fn add_bias<B: Size, D: Size>(x: &Tensor<f32, shape![B, D]>, bias: &Tensor<f32, shape![D]>) -> Tensor<f32, shape![B, D]> {
///     x + bias
/// }
/// ```
///
/// The names of sizes come from [`dim!`](crate::dim) and [`shape!`](crate::shape), and of a program's own from
/// [`axis!`](crate::axis); nothing else should implement the trait.
///
/// # Safety
/// `get` gives the same number for a value and its copies at all times: `KNOWN`, if that is some. Then `IsStatic` is `Yes`, `VALUE_IF_STATIC`
/// and [`StaticSize`] have that number too, and so has every size with the same spelling; if it is none, every size with the same spelling has
/// none. `from_usize` gives a size of just that number.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not known to be a size",
    label = "a size is the value `Dim::<8>` or the type `dim!(8)`, 1 is `One`, and from 1024 on a value is `<dim!(1024)>::VALUE`; a generic size is `N: Size`",
    note = "`shape![3, 1024]` finds the types of its numbers; a variable's number has a name, `axis!(Batch)`, and is the value `Batch(n)`"
)]
#[allow(unsafe_code)] // what it promises, all memory relies on
pub unsafe trait Size:
    Copy
    + Debug
    + Send
    + Sync
    + 'static
    + Meet<Self, Verdict = Fits<Self>>
    + Meet<One, Verdict = Fits<Self>>
    + NAMED
    + GivenSize<Itself = Self>
{
    /// The number, if it is known when the program is compiled.
    const KNOWN: Option<usize>;
    /// The only value of the type, if there is only one.
    #[doc(hidden)]
    const VALUE_IF_STATIC: Option<Self>;
    /// What the axis is called in run-time messages, if it has a name.
    #[doc(hidden)]
    const NAME: Option<&'static str>;
    /// What tells this size from others: its decimal digits, and after them those of the hash of its name, if it has one. Static sizes
    /// with one spelling have one number.
    #[doc(hidden)]
    type Spelling: Digits<Eq<Self::Spelling> = Yes>;
    /// The hash of the name of an axis whose size is known at run time, and 0 for all others.
    #[doc(hidden)]
    const ID: u128;
    /// The size without its name, or [`RunTime`].
    #[doc(hidden)]
    type Number: 'static;
    /// Is the number known when the program is compiled?
    #[doc(hidden)]
    type IsStatic: Arithmetic;
    /// The size itself, if it is known when the program is compiled, and any if not.
    #[doc(hidden)]
    type Static: StaticSize;
    /// What a size that is known at run time only is computed of.
    #[doc(hidden)]
    type Fraction: Fraction;
    /// Is it 1, and known?
    #[doc(hidden)]
    type IsOne: Bool;
    /// The verdict on this size with `R` on the right.
    #[doc(hidden)]
    type Meets<R: Size>: OfSizes;
    /// The verdict on `L`, which is not `One`, with this size on the right.
    #[doc(hidden)]
    type MetBy<L: Size>: OfSizes;

    /// The number if it is known when the program is compiled, and 1 if not.
    #[doc(hidden)]
    type Factor: Nat;
    /// Is a part of `N` elements within such an axis? Yes, where that is known at run time only.
    #[doc(hidden)]
    type Holds<N: Nat>: Bool;
    /// The same of a size, as it is printed.
    #[doc(hidden)]
    type Reaches<N: StaticSize>: Bool;

    /// The number.
    fn get(self) -> usize;
    /// The size with this number, if there is one.
    #[doc(hidden)]
    fn from_usize(size: usize) -> Option<Self>;
}

/// In place of the number of an axis that gets it when the program runs.
pub struct RunTime;

/// Size 1: the only size that is stretched to fit another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct One;

/// A size of 0, or of 2 to 1023. Size 1 is [`One`], and larger ones are [`Digits4`] to [`Digits20`].
///
/// Write sizes with [`dim!`](crate::dim) or [`shape!`](crate::shape), which find the type; `Dim<1>` and `Dim<1024>` are not sizes.
/// The compiler's errors print `DIM<8>`, in every program: another name, since it has no short one for what comes by a glob import.
///
/// ```compile_fail,E0277
/// use shaped::prelude::*;
/// let _: Tensor<f32, ((), Dim<1024>)> = Tensor::zeros();
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dim<const N: usize>;

/// What sizes have in common: `One`, which is met in its own way, and `Dim` and the larger ones.
macro_rules! size_impls {
    ([$($generics:tt)*] $t:ty, $spelling:ty, $size:expr, [$($bound:tt)*]) => {
        size_impls!(
            [$($generics)*] $t, $spelling, $size, [$($bound)*], <Self as StaticSize>::Len; one: No, meets R::MetBy<Self>,
            met by <<L::Spelling as Digits>::Eq<$spelling> as Bool>::IfFits<Fits<L>, Differ<L, Self>>
        );
    };
    ([$($generics:tt)*] $t:ty, $spelling:ty, $size:expr, [$($bound:tt)*], $len:ty; one: $one:ty, meets $meets:ty, met by $met_by:ty) => {
        $crate::__given!([$($generics)*] $t where $($bound)*);
        // SAFETY: everything is a constant, and made of one number.
        #[allow(unsafe_code)]
        #[diagnostic::do_not_recommend]
        unsafe impl<$($generics)*> Size for $t where $($bound)* {
            const KNOWN: Option<usize> = Some($size);
            const VALUE_IF_STATIC: Option<Self> = Some(Self);
            const NAME: Option<&'static str> = None;
            type Spelling = $spelling;
            const ID: u128 = 0;
            type Number = Self;
            type IsStatic = Yes;
            type Static = Self;
            type Fraction = Static;
            type IsOne = $one;
            type Meets<R: Size> = $meets;
            type MetBy<L: Size> = $met_by;
            type Factor = $len;
            type Holds<M: Nat> = M::Le<$len>;
            type Reaches<M: StaticSize> = Self::Holds<M::Len>;
            #[inline(always)]
            fn get(self) -> usize {
                $size
            }
            #[inline(always)]
            fn from_usize(size: usize) -> Option<Self> {
                if size == $size { Some(Self) } else { None }
            }
        }
    };
}

/// What is computed of a static size, by its number.
macro_rules! arithmetic {
    () => {
        arithmetic!(SeveralGroups<Self>);
    };
    ($groups:ty) => {
        type Plain = Self;
        type Sum<R: StaticSize> = <<Self::Len as Nat>::Add<R::Len> as Nat>::Size;
        type Product<R: StaticSize> = R::Multiple<Self>;
        type Multiple<L: StaticSize> = <<L::Len as Nat>::Mul<Self::Len> as Nat>::Size;
        type Quotient<R: StaticSize> = R::Dividing<Self>;
        type Dividing<L: StaticSize> = <<L::Len as Nat>::Quot<Self::Len> as Nat>::Size;
        type Groups = $groups;
    };
}

size_impls!([] One, ((), D<1>), 1, [], U1; one: Yes, meets Fits<R>, met by Fits<L>);

#[diagnostic::do_not_recommend]
impl StaticSize for One {
    const SIZE: usize = 1;
    const VALUE: Self = One;
    type Len = U1;
    type Plain = Self;
    type Sum<R: StaticSize> = <<R::Len as Nat>::Succ as Nat>::Size;
    type Product<R: StaticSize> = R;
    type Multiple<L: StaticSize> = <<L::Len as Nat>::Mul<U1> as Nat>::Size;
    type Quotient<R: StaticSize> = R::Dividing<Self>;
    type Dividing<L: StaticSize> = <<L::Len as Nat>::Quot<U1> as Nat>::Size;
    type Array<T> = [T; 1];
    type Groups = OneGroup;
}

/// A number of groups of channels.
pub trait Grouping: Ours + 'static {
    /// All the channels of groups of `C`.
    type Of<C: Size>: Size;
    /// Do `N` filters make as many groups, of `C` channels each?
    type Divide<C: Size, N: Size>: Bool;
}
/// One, of which nothing need be known of `C`.
pub struct OneGroup;
impl Ours for OneGroup {}
impl Grouping for OneGroup {
    type Of<C: Size> = C;
    type Divide<C: Size, N: Size> = Yes;
}
/// `G`, of which nothing need be known if `C` is 1. One filter for each needs nothing, either; other numbers have to be known.
pub struct SeveralGroups<G>(PhantomData<G>);
impl<G> Ours for SeveralGroups<G> {}
impl<G: StaticSize> Grouping for SeveralGroups<G> {
    type Of<C: Size> = <C::IsOne as Bool>::IfSize<G, Resized<C, Product<G, C::Static>>>;
    type Divide<C: Size, N: Size> = <<N::Spelling as Digits>::Eq<G::Spelling> as Bool>::Or<
        <<C::IsStatic as Bool>::And<N::IsStatic> as Bool>::And<<<NumberOf<N> as Nat>::Rem<G::Len> as Nat>::IsZero>,
    >;
}

size_impls!([const N: usize] Dim<N>, <RowOf<N> as NumeralRow>::Spelling, N, [Dim<N>: Numeral]);

#[diagnostic::do_not_recommend]
impl<const N: usize> StaticSize for Dim<N>
where
    Dim<N>: Numeral,
{
    const SIZE: usize = N;
    const VALUE: Self = Dim;
    type Len = <RowOf<N> as NumeralRow>::Len;
    arithmetic!();
    type Array<T> = [T; N];
}

/// A place in the table of sizes: what the bits of a number lead to, from the highest one on.
///
/// So each number has its size, as an associated type, and generic code needs no bound for it. (Were it looked up by an implementation for
/// each number, a generic number would have none.)
pub trait Node: 'static {
    /// Where a bit 0 leads.
    type Even: Node;
    /// Where a bit 1 leads.
    type Odd: Node;
    /// The size of the number `N`, whose bits have led here.
    type Size<N: Nat>: StaticSize;
}

impl<const N: usize> Node for Dim<N>
where
    Dim<N>: Numeral,
{
    type Even = <RowOf<N> as NumeralRow>::Even;
    type Odd = <RowOf<N> as NumeralRow>::Odd;
    type Size<M: Nat> = Self;
}

impl Node for One {
    type Even = Dim<2>;
    type Odd = Dim<3>;
    type Size<M: Nat> = Self;
}

/// The end of the table: from 1024 on, a number's decimal digits make its size.
pub struct Large;

impl Node for Large {
    type Even = Large;
    type Odd = Large;
    type Size<N: Nat> = <<N::Decimal as Digits>::Spelled as Spelled>::Size;
}

/// The size that is the sum of two sizes: 3 + 4 = 7.
pub type Sum<A, B> = <A as StaticSize>::Sum<B>;
/// The size that is the product of two sizes: 7 * 7 = 49. In code with generic sizes `Product<H, E>` is not `Product<E, H>`, since no proof is made.
///
/// The first size can be a run-time axis: `Product<Width, Dim<2>>` is [`Times<Width, Dim<2>>`](Times).
pub type Product<A, B> = <<A as Size>::IsStatic as Arithmetic>::Product<A, B>;
/// How often one size goes into another, rounded down: 7 / 2 = 3. By 0, some size. The first size can be a run-time axis: `Quotient<Width, Dim<2>>`
/// is [`Over<Width, Dim<2>>`](Over).
pub type Quotient<A, B> = <<A as Size>::IsStatic as Arithmetic>::Quotient<A, B>;
/// One size by another, rounded up: 7 / 2 = 4. By 1 it is the size itself, whatever that is: `QuotientUp<H, One>` is `H`. By 0, some size. The first
/// size can be a run-time axis: `QuotientUp<Width, Dim<2>>` is [`OverUp<Width, Dim<2>>`](OverUp).
pub type QuotientUp<A, B> = <<<B as StaticSize>::Len as Nat>::IsOne as Bool>::IfSize<
    A,
    <<A as Size>::IsStatic as Arithmetic>::QuotientUp<A, B>,
>;

macro_rules! spelling {
    ([$a:ident]) => {
        ((), $a)
    };
    ([$a:ident $b:ident]) => {
        (((), $a), $b)
    };
    ([$a:ident $b:ident $c:ident]) => {
        ((((), $a), $b), $c)
    };
    ([$a:ident $b:ident $c:ident $d:ident]) => {
        (((((), $a), $b), $c), $d)
    };
}

/// What is known of a number: itself, its digits, and where its bits lead with a bit 0 and a bit 1 after them. One type, since the compiler
/// takes its time for each that is named in each row of the table.
pub struct Row<L, S, E, O>(PhantomData<(L, S, E, O)>);

/// A [`Row`].
pub trait NumeralRow {
    type Len: Nat;
    type Spelling: Digits<Eq<Self::Spelling> = Yes>;
    type Even: Node;
    type Odd: Node;
}
impl<L: Nat, S: Whole, E: Node, O: Node> NumeralRow for Row<L, S, E, O> {
    type Len = L;
    type Spelling = S;
    type Even = E;
    type Odd = O;
}

/// What the table says of `Dim<N>`.
type RowOf<const N: usize> = <Dim<N> as Numeral>::Row;

macro_rules! sizes {
    ($($nat:ident $n:literal $digits:tt $even:ty, $odd:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl Numeral for Dim<$n> {
            type Row = Row<$nat, spelling!($digits), $even, $odd>;
        }
    )* };
}

#[path = "table.rs"]
mod table;

macro_rules! large_size {
    (@next TooLarge $($d:ident)*; $n:ident) => { TooLarge<$n> };
    (@next $next:ident $($d:ident)*; $n:ident) => { $next<$($d,)* $n> };
    (@list $acc:ty;) => { $acc };
    (@list $acc:ty; $d:ident $($rest:ident)*) => { large_size!(@list ($acc, D<$d>); $($rest)*) };
    (@number $acc:expr;) => { $acc };
    (@number $acc:expr; $d:ident $($rest:ident)*) => { large_size!(@number append($acc, $d); $($rest)*) };
    ($name:ident $next:ident $words:literal: $($d:ident)*) => {
        #[doc = concat!("A size of ", $words, " digits; write it with [`dim!`](crate::dim) or [`shape!`](crate::shape).")]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $name<$(const $d: usize),*>;

        impl<$(const $d: usize),*> $name<$($d),*> {
            const NUMBER: usize = large_size!(@number 0; $($d)*);
        }
        spelled!($name $next Self: $($d)*);
        size_impls!([$(const $d: usize),*] $name<$($d),*>, large_size!(@list (); $($d)*), Self::NUMBER,
            [large_size!(@list (); $($d)*): Whole]);
        #[diagnostic::do_not_recommend]
        impl<$(const $d: usize),*> StaticSize for $name<$($d),*>
        where
            large_size!(@list (); $($d)*): Whole,
        {
            const SIZE: usize = Self::NUMBER;
            const VALUE: Self = Self;
            type Len = <large_size!(@list (); $($d)*) as Digits>::Nat;
            arithmetic!();
            type Array<T> = <large_size!(@list (); $($d)*) as Digits>::Array<T>;
        }
    };
}

/// Decimal digits, the first one first: a size, from four on.
pub trait Spelled: 'static {
    /// One digit more.
    type Then<const N: usize>: Spelled
    where
        D<N>: Digit<Eq<D<N>> = Yes>;
    /// The size.
    type Size: StaticSize;
}

/// No digit yet.
pub struct Begun;
/// One digit.
pub struct Begun1<const A: usize>;
/// Two digits.
pub struct Begun2<const A: usize, const B: usize>;
/// Three digits.
pub struct Begun3<const A: usize, const B: usize, const C: usize>;

macro_rules! spelled {
    ($name:ident $next:ident $size:ty: $($d:ident)*) => {
        impl<$(const $d: usize),*> Spelled for $name<$($d),*>
        where
            large_size!(@list (); $($d)*): Whole,
        {
            type Then<const N: usize>
                = large_size!(@next $next $($d)*; N)
            where
                D<N>: Digit<Eq<D<N>> = Yes>;
            type Size = $size;
        }
    };
}
// (Fewer than four digits are in the table, and nothing asks for their size here.)
spelled!(Begun Begun1 Dim<0>:);
spelled!(Begun1 Begun2 Dim<0>: A);
spelled!(Begun2 Begun3 Dim<0>: A B);
spelled!(Begun3 Digits4 Dim<0>: A B C);

// The error of a constant is shown in the caller, and not in the `panic!` of the standard library.
#[track_caller]
const fn append(number: usize, digit: usize) -> usize {
    match number.checked_mul(10) {
        Some(tens) => match tens.checked_add(digit) {
            Some(number) => number,
            None => panic!("this size is larger than `usize` can count"),
        },
        None => panic!("this size is larger than `usize` can count"),
    }
}

large_size!(Digits4 Digits5 "four": D0 D1 D2 D3);
large_size!(Digits5 Digits6 "five": D0 D1 D2 D3 D4);
large_size!(Digits6 Digits7 "six": D0 D1 D2 D3 D4 D5);
large_size!(Digits7 Digits8 "seven": D0 D1 D2 D3 D4 D5 D6);
large_size!(Digits8 Digits9 "eight": D0 D1 D2 D3 D4 D5 D6 D7);
large_size!(Digits9 Digits10 "nine": D0 D1 D2 D3 D4 D5 D6 D7 D8);
large_size!(Digits10 Digits11 "ten": D0 D1 D2 D3 D4 D5 D6 D7 D8 D9);
large_size!(Digits11 Digits12 "eleven": D0 D1 D2 D3 D4 D5 D6 D7 D8 D9 D10);
large_size!(Digits12 Digits13 "twelve": D0 D1 D2 D3 D4 D5 D6 D7 D8 D9 D10 D11);
large_size!(Digits13 Digits14 "thirteen": D0 D1 D2 D3 D4 D5 D6 D7 D8 D9 D10 D11 D12);
large_size!(Digits14 Digits15 "fourteen": D0 D1 D2 D3 D4 D5 D6 D7 D8 D9 D10 D11 D12 D13);
large_size!(Digits15 Digits16 "fifteen": D0 D1 D2 D3 D4 D5 D6 D7 D8 D9 D10 D11 D12 D13 D14);
large_size!(Digits16 Digits17 "sixteen": D0 D1 D2 D3 D4 D5 D6 D7 D8 D9 D10 D11 D12 D13 D14 D15);
large_size!(Digits17 Digits18 "seventeen": D0 D1 D2 D3 D4 D5 D6 D7 D8 D9 D10 D11 D12 D13 D14 D15 D16);
large_size!(Digits18 Digits19 "eighteen": D0 D1 D2 D3 D4 D5 D6 D7 D8 D9 D10 D11 D12 D13 D14 D15 D16 D17);
large_size!(Digits19 Digits20 "nineteen": D0 D1 D2 D3 D4 D5 D6 D7 D8 D9 D10 D11 D12 D13 D14 D15 D16 D17 D18);
large_size!(Digits20 TooLarge "twenty": D0 D1 D2 D3 D4 D5 D6 D7 D8 D9 D10 D11 D12 D13 D14 D15 D16 D17 D18 D19);

/// More digits than `usize` has: no size, but a type, so that arithmetic is total. What computes with its number does not compile. (The
/// parameter, its last digit, is there so that this is no error here.)
#[derive(Clone, Copy, Debug)]
pub struct TooLarge<const N: usize>;

impl<const N: usize> TooLarge<N> {
    const NUMBER: usize = append(usize::MAX, N);
}

/// 21 digits, as no size has.
#[rustfmt::skip]
type TwentyOne = ((((((((((((((((((((((), D<1>), D<0>), D<0>), D<0>), D<0>), D<0>), D<0>), D<0>), D<0>), D<0>), D<0>), D<0>), D<0>), D<0>), D<0>), D<0>), D<0>), D<0>), D<0>), D<0>), D<0>);

size_impls!([const N: usize] TooLarge<N>, TwentyOne, Self::NUMBER, []);
#[diagnostic::do_not_recommend]
impl<const N: usize> StaticSize for TooLarge<N> {
    const SIZE: usize = Self::NUMBER;
    const VALUE: Self = Self;
    type Len = UInt<U9223372036854775808, B0>;
    arithmetic!(OfTooLarge<Self>);
    type Array<T> = [T; 0];
}

/// Groups of which no more is asked: the number itself is an error.
pub struct OfTooLarge<G>(PhantomData<G>);
impl<G> Ours for OfTooLarge<G> {}
impl<G: Size> Grouping for OfTooLarge<G> {
    type Of<C: Size> = G;
    type Divide<C: Size, N: Size> = Yes;
}

impl<const M: usize> Spelled for TooLarge<M> {
    type Then<const N: usize>
        = TooLarge<N>
    where
        D<N>: Digit<Eq<D<N>> = Yes>;
    type Size = Self;
}

/// Ten bits of a number that [`dim!`](crate::dim) takes apart.
pub struct Bits<const N: usize>;

/// The number under ten bits.
pub trait BitsNat {
    type Nat: Nat;
}
impl BitsNat for Bits<1> {
    type Nat = U1;
}
impl<const N: usize> BitsNat for Bits<N>
where
    Dim<N>: Numeral,
{
    type Nat = <RowOf<N> as NumeralRow>::Len;
}

/// `1024 H + N`
pub type JoinBits<H, const N: usize> = Join<H, <Bits<N> as BitsNat>::Nat>;

/// Bits `10 place` to `10 place + 9` of a size, which stands in a list as it does where sizes are counted: so what is none is told once.
pub const fn ten_bits(size: &[usize; 1], place: u32) -> usize {
    ((size[0] as u128 >> (10 * place)) & 1023) as usize
}

#[doc(hidden)]
#[macro_export]
macro_rules! __dim_of_bits {
    ($n:expr) => {
        <$crate::__dim_of_bits!(@ $crate::__private::UTerm; $n; 6 5 4 3 2 1 0) as $crate::__private::Nat>::Size
    };
    (@ $acc:ty; $n:expr;) => { $acc };
    (@ $acc:ty; $n:expr; $place:literal $($rest:literal)*) => {
        $crate::__dim_of_bits!(@ $crate::__private::JoinBits<$acc, { $crate::__private::ten_bits(&[$n], $place) }>; $n; $($rest)*)
    };
}

#[diagnostic::do_not_recommend]
impl ArraySize for Dim<1> {
    type Size = One;
}
#[diagnostic::do_not_recommend]
impl<const N: usize> ArraySize for Dim<N>
where
    Dim<N>: Numeral,
{
    type Size = Dim<N>;
}

#[diagnostic::do_not_recommend]
impl<D: StaticSize, Of> super::diagnostics::Square<(((), D), D)> for Of {}
