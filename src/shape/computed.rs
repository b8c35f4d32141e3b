//! Sizes that are computed of another one, static or known only when the program runs.
//!
//! Of a static size a static one is computed, [`Dim<32>`](super::size::Dim) by 2 is `Dim<16>`. Of an axis that is counted at run time the
//! result is a run-time size, too, and its type says how it came about: [`Over<Width, Dim<2>>`](Over) is half of `Width`, rounded down,
//! and [`Shorter<Width, Dim<2>>`](Shorter) what a kernel of 3 leaves of it. What is computed alike has one type, so that both ways of a residual
//! block add up, and the numbers are compared when the program runs, as those of any two run-time axes of one name.
//!
//! Whatever a chain of convolutions, pools, borders and whole factors does to an axis `W`, the result is `(a W + b) / c`, rounded down, and
//! its type is that: windows of windows are no longer types than windows. Five halvings are `OverUp<Width, Dim<32>>`; a border of 1 and then a
//! kernel of 3 are `Width` itself; a kernel of 3 with padding 1 and one of 1 without, both with stride 2, are both `OverUp<Width, Dim<2>>`. Only
//! a multiple of what was rounded begins anew: `Times<Over<Width, Dim<2>>, Dim<2>>` is not `Width`, since an odd width is not.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

use typenum::{U1, UTerm};

use super::digits::{self, Digits, Node};
use super::flat::Flat;
use super::number::{Bool, Nat, No, Yes};
use super::size::{RunTime, Size, StaticSize};
use super::verdict::{Differ, Fits};

/// The number under a size.
pub(crate) type Len<D> = <D as StaticSize>::Len;
/// `H + 2 P`, a number.
pub(crate) type Padded<H, P> = <<Len<H> as Nat>::Add<Len<P>> as Nat>::Add<Len<P>>;
/// `D (K - 1) + 1`, a number: how far a kernel reaches.
pub(crate) type Span<K, D> = <<<Len<K> as Nat>::Pred as Nat>::Mul<Len<D>> as Nat>::Succ;
/// `(H + 2 P - D (K - 1) - 1) / S + 1`, a number.
pub(crate) type OutputLen<H, K, S, P, D> = <<<Padded<H, P> as Nat>::Sub<Span<K, D>> as Nat>::Quot<Len<S>> as Nat>::Succ;
/// `(H - 1) S + D (K - 1) + E + 1`, a number: the result of a transposed convolution before it is cut.
pub(crate) type Spread<H, K, S, E, D> =
    <<<<Len<H> as Nat>::Pred as Nat>::Mul<Len<S>> as Nat>::Add<Span<K, D>> as Nat>::Add<Len<E>>;
/// The same, cut by `P` on either side.
pub(crate) type Cut<H, K, S, P, E, D> = <Spread<H, K, S, E, D> as Nat>::Sub<<Len<P> as Nat>::Double>;
/// Is there no window that starts beyond the padded input's last element but for the padding behind it? That is where `P + S` is at most the span.
type EndsInside<K, S, P, D> = <<Len<P> as Nat>::Add<Len<S>> as Nat>::Le<Span<K, D>>;
/// At how many places a window stands if it may end beyond the padding, but starts before it: `(H + 2 P - D (K - 1) - 1) / S`, rounded up, and
/// one more, but no more than `(H + P) / S`, rounded up.
pub(crate) type WindowsUp<H, K, S, P, D> = <<H as Size>::IsStatic as Arithmetic>::Moved<
    H,
    <<Len<P> as Nat>::Add<<Len<S> as Nat>::Pred> as Nat>::Add<
        <EndsInside<K, S, P, D> as Bool>::IfNat<<Len<P> as Nat>::Add<Len<S>>, UTerm>,
    >,
    <EndsInside<K, S, P, D> as Bool>::IfNat<Span<K, D>, UTerm>,
    S,
>;
/// A number as a size.
pub(crate) type SizeOf<N> = <N as Nat>::Size;

/// What is computed of a size that is static ([`Yes`]), and of one that is known at run time only ([`No`]).
pub trait Arithmetic: Bool {
    /// `F`, and `H` if it is known at run time only.
    type Free<H: Size, F: Flat>: Flat;
    /// The names `N`, and `H` if it is that of a size that is known at run time only.
    type Names<H: Digits<Eq<H> = Yes>, N: Digits<Eq<N> = Yes>>: Digits<Eq<Self::Names<H, N>> = Yes>;
    /// `H + N`
    type Sum<H: Size, N: StaticSize>: Size;
    /// `H N`
    type Product<H: Size, N: StaticSize>: Size;
    /// `H / N`, rounded down.
    type Quotient<H: Size, N: StaticSize>: Size;
    /// `H / N`, rounded up, for `N` other than 1.
    type QuotientUp<H: Size, N: StaticSize>: Size;
    /// `(H + 2 P - D (K - 1) - 1) / S + 1`
    type Windows<H: Size, K: StaticSize, S: StaticSize, P: StaticSize, D: StaticSize>: Size;
    /// `(H + P - N) / S`, rounded down.
    type Moved<H: Size, P: Nat, N: Nat, S: StaticSize>: Size;
    /// `(H - 1) S - 2 P + D (K - 1) + E + 1`
    type Spread<H: Size, K: StaticSize, S: StaticSize, P: StaticSize, E: StaticSize, D: StaticSize>: Size;
}

/// A size, if it is known at run time only. Of a generic one, which may be, this stays as it stands in texts, so its name is short.
pub trait NAMED {
    /// `F`, and this size if it is.
    #[doc(hidden)]
    type AND<F: Flat>: Flat;
}

impl<D: Size> NAMED for D {
    type AND<F: Flat> = <D::IsStatic as Arithmetic>::Free<D, F>;
}

impl Arithmetic for Yes {
    type Free<H: Size, F: Flat> = F;
    type Names<H: Digits<Eq<H> = Yes>, N: Digits<Eq<N> = Yes>> = N;
    type Sum<H: Size, N: StaticSize> = <H::Static as StaticSize>::Sum<N>;
    type Product<H: Size, N: StaticSize> = <H::Static as StaticSize>::Product<N>;
    type Quotient<H: Size, N: StaticSize> = <H::Static as StaticSize>::Quotient<N>;
    type QuotientUp<H: Size, N: StaticSize> =
        SizeOf<<<<Len<H::Static> as Nat>::Add<N::Len> as Nat>::Pred as Nat>::Quot<N::Len>>;
    type Windows<H: Size, K: StaticSize, S: StaticSize, P: StaticSize, D: StaticSize> =
        SizeOf<OutputLen<H::Static, K, S, P, D>>;
    type Moved<H: Size, P: Nat, N: Nat, S: StaticSize> =
        SizeOf<<<<Len<H::Static> as Nat>::Add<P> as Nat>::Sub<N> as Nat>::Quot<S::Len>>;
    type Spread<H: Size, K: StaticSize, S: StaticSize, P: StaticSize, E: StaticSize, D: StaticSize> =
        SizeOf<Cut<H::Static, K, S, P, E, D>>;
}

type Parts<H> = <H as Size>::Fraction;
type Add<L, N> = <L as Fraction>::Plus<N>;
type Sub<L, N> = <L as Fraction>::Minus<N>;
type Div<L, N> = <L as Fraction>::Over<N>;
type Mul<H, N> = <Parts<H> as Fraction>::Times<H, N>;
type Made<L> = <L as Fraction>::Size;

// Windows stand at `(H - 1 + 2 P - D (K - 1)) / S + 1`, which is `(H + 2 P + S - span) / S`.
impl Arithmetic for No {
    type Free<H: Size, F: Flat> = F::Push<H>;
    type Names<H: Digits<Eq<H> = Yes>, N: Digits<Eq<N> = Yes>> = Node<digits::D<0>, H, N>;
    type Sum<H: Size, N: StaticSize> = Made<Add<Parts<H>, N::Len>>;
    type Product<H: Size, N: StaticSize> = Made<Mul<H, N::Len>>;
    type Quotient<H: Size, N: StaticSize> = Made<Div<Parts<H>, N::Len>>;
    type QuotientUp<H: Size, N: StaticSize> = Made<Div<Add<Parts<H>, <N::Len as Nat>::Pred>, N::Len>>;
    type Windows<H: Size, K: StaticSize, S: StaticSize, P: StaticSize, D: StaticSize> =
        Made<Div<Sub<Add<Parts<H>, <<P::Len as Nat>::Double as Nat>::Add<S::Len>>, Span<K, D>>, S::Len>>;
    type Moved<H: Size, P: Nat, N: Nat, S: StaticSize> = Made<Div<Sub<Add<Parts<H>, P>, N>, S::Len>>;
    type Spread<H: Size, K: StaticSize, S: StaticSize, P: StaticSize, E: StaticSize, D: StaticSize> =
        Made<Sub<Add<Mul<H, S::Len>, <Span<K, D> as Nat>::Add<E::Len>>, <<P::Len as Nat>::Double as Nat>::Add<S::Len>>>;
}

/// A size as `(a B + p - n) / c` of a run-time axis `B`, rounded down.
pub trait Fraction: 'static {
    /// `self + N`
    type Plus<N: Nat>: Fraction;
    /// `self - N`
    type Minus<N: Nat>: Fraction;
    /// `self / N`, rounded down.
    type Over<N: Nat>: Fraction;
    /// `N` times `self`, which is the size `Me`.
    type Times<Me: Size, N: Nat>: Fraction;
    /// The size.
    type Size: Size;
}

/// `(A B + P - N) / C`
pub struct Of<B, A, P, N, C>(PhantomData<(B, A, P, N, C)>);

/// A named axis.
pub type Named<B> = Of<B, U1, UTerm, UTerm, U1>;

/// Is the size still a sum, and not yet rounded?
type Whole<C> = <C as Nat>::IsOne;
/// `C / C = 1`, and what of the rest of a fraction is left then: `P / C` rounded down, `N / C` rounded up.
type Reduces<A, C> = <<A as Nat>::Rem<C> as Nat>::IsZero;
type IfReduced<A, C, Then, Else> = <Reduces<A, C> as Bool>::IfNat<Then, Else>;
type QuotUp<N, C> = <<N as Nat>::Add<<C as Nat>::Pred> as Nat>::Quot<C>;
/// `P - N`, and 0 if that is less.
type Above<P, N> = <<N as Nat>::Le<P> as Bool>::IfNat<<P as Nat>::Sub<N>, UTerm>;

impl<B: Size, A: Nat, P: Nat, N: Nat, C: Nat> Fraction for Of<B, A, P, N, C> {
    type Plus<M: Nat> = Of<B, A, P::Add<C::Mul<M>>, N, C>;
    type Minus<M: Nat> = Of<B, A, P, N::Add<C::Mul<M>>, C>;
    type Over<M: Nat> = Of<B, A, P, N, C::Mul<M>>;
    type Times<Me: Size, M: Nat> = Of<
        <Whole<C> as Bool>::IfSize<B, Me>,
        <Whole<C> as Bool>::IfNat<A::Mul<M>, M>,
        <Whole<C> as Bool>::IfNat<P::Mul<M>, UTerm>,
        <Whole<C> as Bool>::IfNat<N::Mul<M>, UTerm>,
        U1,
    >;
    type Size = Written<
        B,
        IfReduced<A, C, A::Quot<C>, A>,
        IfReduced<A, C, <Above<P, N> as Nat>::Quot<C>, Above<P, N>>,
        IfReduced<A, C, QuotUp<Above<N, P>, C>, Above<N, P>>,
        IfReduced<A, C, U1, C>,
    >;
}

/// The one way in which a size is written: a multiple, then a sum or a difference, then a quotient, and of these those that do something.
type Written<B, A, P, N, C> = Divided<Multiplied<B, A>, P, N, C>;
type Multiplied<B, A> = <<A as Nat>::IsOne as Bool>::IfSize<B, Times<B, SizeOf<A>>>;
type Moved<M, P, N> = <<P as Nat>::IsZero as Bool>::IfSize<
    <<N as Nat>::IsZero as Bool>::IfSize<M, Shorter<M, SizeOf<N>>>,
    Longer<M, SizeOf<P>>,
>;
type Divided<M, P, N, C> = <Whole<C> as Bool>::IfSize<
    Moved<M, P, N>,
    <IsUp<P, N, C> as Bool>::IfSize<OverUp<M, SizeOf<C>>, Over<Moved<M, P, N>, SizeOf<C>>>,
>;
/// Does `(M + P - N) / C` round `M / C` up? That is where `P` is `C - 1`.
type IsUp<P, N, C> = <<<N as Nat>::IsZero as Bool>::And<<P as Nat>::Le<<C as Nat>::Pred>> as Bool>::And<
    <<C as Nat>::Pred as Nat>::Le<P>,
>;

/// As far as a name of an axis is printed.
const LONGEST: usize = 120;

/// A name that is being written.
struct Name([u8; LONGEST], usize);

impl Name {
    /// With a word at the end, or as much of it as there is room for.
    const fn word(mut self, word: &str) -> Self {
        let mut at = 0;
        while at < word.len() && self.1 < LONGEST {
            self.0[self.1] = word.as_bytes()[at];
            self.1 += 1;
            at += 1;
        }
        self
    }

    /// With a number at the end.
    const fn number(mut self, number: usize) -> Self {
        if number >= 10 {
            self = self.number(number / 10);
        }
        let digits = "0123456789";
        self.word(digits.split_at(number % 10).1.split_at(1).0)
    }

    /// With the name of a size at the end, in parentheses if it is of several words.
    const fn size<D: Size>(self, alone: bool) -> Self {
        match (D::NAME, D::KNOWN) {
            (Some(name), _) if alone || !has_space(name) => self.word(name),
            (Some(name), _) => self.word("(").word(name).word(")"),
            (None, Some(number)) => self.number(number),
            (None, None) => self.word("?"),
        }
    }

    /// As far as it is text: where it ran out of room, it may end within a letter.
    const fn text(&'static self) -> &'static str {
        let mut end = self.1;
        loop {
            if let Ok(text) = core::str::from_utf8(self.0.split_at(end).0) {
                return text;
            }
            end -= 1;
        }
    }
}

const fn has_space(name: &str) -> bool {
    let mut at = 0;
    while at < name.len() {
        if name.as_bytes()[at] == b' ' {
            return true;
        }
        at += 1;
    }
    false
}

/// What tells a size apart that is computed of others: FNV-1a of their names and numbers.
const fn mixed(kind: u128, of: u128, by: usize) -> u128 {
    let prime = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    let hash = (of ^ kind).wrapping_mul(prime);
    let hash = (hash ^ by as u128).wrapping_mul(prime);
    if hash == 0 { 1 } else { hash }
}

macro_rules! computed {
    ($($(#[$doc:meta])* $name:ident $kind:literal: |$name_of:ident| $words:expr, |$of:ident, $by:ident| $number:expr, $step:ident $($besides:ident)?;)*) => { $(
        $(#[$doc])*
        pub struct $name<D, N>(usize, PhantomData<fn() -> (D, N)>);

        impl<D: Size, N: StaticSize> $name<D, N> {
            const WRITTEN: Name = {
                let $name_of = Name([0; LONGEST], 0);
                $words
            };

            /// The size that is computed of this one.
            ///
            /// # Panics
            /// If it is less than 0, or more than `usize` can count.
            #[must_use]
            pub fn of(size: D) -> Self {
                let ($of, $by) = (size.get(), N::SIZE);
                let number: Option<usize> = $number;
                match number {
                    Some(number) => $name(number, PhantomData),
                    None => no_size(Self::NAME, $of),
                }
            }
        }

        impl<D, N> Clone for $name<D, N> {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<D, N> Copy for $name<D, N> {}
        impl<D, N> PartialEq for $name<D, N> {
            fn eq(&self, other: &Self) -> bool {
                self.0 == other.0
            }
        }
        impl<D, N> Eq for $name<D, N> {}
        impl<D, N> Hash for $name<D, N> {
            fn hash<H: Hasher>(&self, to: &mut H) {
                self.0.hash(to);
            }
        }
        impl<D: Size, N: StaticSize> fmt::Debug for $name<D, N> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{} = {}", Self::WRITTEN.0[..Self::WRITTEN.1].escape_ascii(), self.0)
            }
        }

        $crate::__given!([D: Size, N: StaticSize] $name<D, N>);

        // SAFETY: the number is a field that nothing changes, and any number makes a value; none is known, and what is spelled so is always a
        // size of this type's kind.
        #[allow(unsafe_code)]
        #[diagnostic::do_not_recommend]
        unsafe impl<D: Size, N: StaticSize> Size for $name<D, N> {
            const KNOWN: Option<usize> = None;
            const VALUE_IF_STATIC: Option<Self> = None;
            const NAME: Option<&'static str> = Some(const { &Self::WRITTEN }.text());
            type Spelling = Node<digits::D<$kind>, D::Spelling, N::Spelling>;
            const ID: u128 = mixed($kind, D::ID, N::SIZE);
            type Number = RunTime;
            type IsStatic = No;
            type IsOne = No;
            type Meets<R: Size> = R::MetBy<Self>;
            type MetBy<L: Size> = <<L::Spelling as Digits>::Eq<Self::Spelling> as Bool>::IfFits<Fits<L>, Differ<L, Self>>;
            type Factor = U1;
            type Holds<M: Nat> = Yes;
            type Reaches<M: StaticSize> = Self::Holds<M::Len>;
            type Static = super::size::One;
            type Fraction = computed!(@fraction D N $step $($besides)?);
            #[inline(always)]
            fn get(self) -> usize {
                self.0
            }
            #[inline(always)]
            fn from_usize(size: usize) -> Option<Self> {
                Some($name(size, PhantomData))
            }
        }
    )* };
    (@fraction $d:ident $n:ident Times) => { <$d::Fraction as Fraction>::Times<$d, $n::Len> };
    (@fraction $d:ident $n:ident $step:ident) => { <$d::Fraction as Fraction>::$step<$n::Len> };
    (@fraction $d:ident $n:ident Over Plus) => { Div<Add<$d::Fraction, <$n::Len as Nat>::Pred>, $n::Len> };
}

#[cold]
#[inline(never)]
fn no_size(name: Option<&'static str>, of: usize) -> ! {
    let name = name.unwrap_or_default();
    panic!("there is no size `{name}` of an axis of {of}")
}

computed! {
    /// `D + N`: an axis with a border, as `pad` gives it.
    ///
    /// ```
    /// use shaped::{prelude::*, size::Longer};
    /// axis!(Width);
    /// let line = Tensor::<f32, shape![Width]>::ones_with(Width(5));
    /// let y: Tensor<f32, shape![Longer<Width, Dim<2>>]> = line.pad(((One, One),), 0.0);
    /// assert_eq!(y.sizes(), [7]);
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use shaped::{prelude::*, size::Longer};
    /// axis!(Width);
    /// let line = Tensor::<f32, shape![Width]>::ones_with(Width(5));
    /// let y: Tensor<f32, shape![Longer<Width, Dim<3>>]> = line.pad(((One, One),), 0.0);
    /// ```
    Longer 0: |name| name.size::<D>(false).word(" + ").number(N::SIZE), |of, by| of.checked_add(by), Plus;
    /// `D - N`: what a kernel without padding leaves of an axis.
    ///
    /// ```
    /// use shaped::{prelude::*, size::Shorter};
    /// axis!(Width);
    /// let line = Tensor::<f32, shape![1, Width]>::ones_with(Width(5));
    /// let y: Tensor<f32, shape![1, Shorter<Width, Dim<2>>]> = line.conv1d(&tensor![[[1.0, 1.0, 1.0]]], Conv::new());
    /// assert_eq!(y.sizes(), [1, 3]);
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use shaped::{prelude::*, size::Shorter};
    /// axis!(Width);
    /// let line = Tensor::<f32, shape![1, Width]>::ones_with(Width(5));
    /// let y: Tensor<f32, shape![1, Shorter<Width, Dim<2>>]> = line.conv1d(&tensor![[[1.0, 1.0]]], Conv::new());
    /// ```
    Shorter 1: |name| name.size::<D>(false).word(" - ").number(N::SIZE), |of, by| of.checked_sub(by), Minus;
    /// `N D`: an axis each element of which is repeated, or spread by a stride of `N`.
    ///
    /// ```
    /// use shaped::{prelude::*, size::Times};
    /// axis!(Width);
    /// let line = Tensor::<f32, shape![1, Width]>::ones_with(Width(5));
    /// let y: Tensor<f32, shape![2, Times<Width, Dim<2>>]> = line.upsample_nearest2d(Dim::<2>);
    /// assert_eq!(y.sizes(), [2, 10]);
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use shaped::{prelude::*, size::Times};
    /// axis!(Width);
    /// let line = Tensor::<f32, shape![1, Width]>::ones_with(Width(5));
    /// let y: Tensor<f32, shape![3, Times<Width, Dim<2>>]> = line.upsample_nearest2d(Dim::<3>);
    /// ```
    Times 2: |name| name.number(N::SIZE).word("*").size::<D>(false), |of, by| of.checked_mul(by), Times;
    /// `D / N`, rounded down: windows next to each other.
    ///
    /// ```
    /// use shaped::{prelude::*, size::Over};
    /// axis!(Width);
    /// let line = Tensor::<f32, shape![Width]>::ones_with(Width(5));
    /// let y: Tensor<f32, shape![Over<Width, Dim<2>>]> = line.max_pool1d(Pool::new(Dim::<2>));
    /// assert_eq!(y.sizes(), [2]);
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use shaped::{prelude::*, size::Over};
    /// axis!(Width);
    /// let line = Tensor::<f32, shape![Width]>::ones_with(Width(5));
    /// let y: Tensor<f32, shape![Over<Width, Dim<2>>]> = line.max_pool1d(Pool::new(Dim::<3>));
    /// ```
    Over 3: |name| name.size::<D>(false).word(" / ").number(N::SIZE), |of, by| of.checked_div(by), Over;
    /// `D / N`, rounded up: every `N`th place of an axis, as [`Conv::same`](crate::Conv::same) with a stride has them.
    ///
    /// ```
    /// use shaped::{prelude::*, size::OverUp};
    /// axis!(Width);
    /// let line = Tensor::<f32, shape![Width]>::ones_with(Width(5));
    /// let y: Tensor<f32, shape![OverUp<Width, Dim<2>>]> = line.max_pool1d(Pool::same(Dim::<3>).stride(Dim::<2>));
    /// assert_eq!(y.sizes(), [3]);
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use shaped::{prelude::*, size::OverUp};
    /// axis!(Width);
    /// let line = Tensor::<f32, shape![Width]>::ones_with(Width(5));
    /// let y: Tensor<f32, shape![OverUp<Width, Dim<2>>]> = line.max_pool1d(Pool::new(Dim::<2>));
    /// ```
    OverUp 4: |name| name.size::<D>(false).word(" / ").number(N::SIZE).word(" rounded up"),
        |of, by| (by > 0).then(|| of.div_ceil(by)), Over Plus;
}

/// What is computed of a static size is static, and none of this is asked.
pub struct Static;

impl Fraction for Static {
    type Plus<N: Nat> = Static;
    type Minus<N: Nat> = Static;
    type Over<N: Nat> = Static;
    type Times<Me: Size, N: Nat> = Static;
    type Size = super::size::One;
}
