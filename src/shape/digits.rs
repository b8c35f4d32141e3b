//! Decimal digits: how a size is spelled, and how two sizes are told apart.
//!
//! A spelling is a list of digits, the last one outermost: 784 is `((((), D<7>), D<8>), D<4>)` and 0 is `()` or `((), D<0>)`
//! (only the table spells a zero; arithmetic never meets that one). Comparing spellings takes one step per digit, where
//! comparing binary numbers takes one per bit.

use core::marker::PhantomData;

use typenum::UTerm;
use typenum::consts::{U0, U1, U2, U3, U4, U5, U6, U7, U8, U9};

use super::number::{Bool, Nat, No, Yes};
use super::size::{Begun, Spelled};

/// One decimal digit.
pub struct D<const N: usize>;

/// The table of sizes names its digits: a number that is written in a type is a constant to compile.
macro_rules! names {
    ($($name:ident $d:literal)*) => { $( pub(super) type $name = D<$d>; )* };
}
names! { N0 0 N1 1 N2 2 N3 3 N4 4 N5 5 N6 6 N7 7 N8 8 N9 9 }

/// A decimal digit: which one it is, as ten truth values, so that equality is a look-up.
#[rustfmt::skip]
pub trait Digit: 'static {
    type Nat: Nat;
    /// This many elements.
    type Array<T>;
    type Eq<R: Digit>: Bool;
    type Is0: Bool; type Is1: Bool; type Is2: Bool; type Is3: Bool; type Is4: Bool;
    type Is5: Bool; type Is6: Bool; type Is7: Bool; type Is8: Bool; type Is9: Bool;
    /// The size that is spelled `P`, and then this digit.
    type After<P: Spelled>: Spelled;
    /// `2 (10 H + self)`
    type Twice<H: Digits>: Digits;
    /// `2 (10 H + self) + 1`
    type TwicePlusOne<H: Digits>: Digits;
}

macro_rules! digits {
    ($($d:literal $nat:ident $is:ident $carry:ident $even:literal $odd:literal [$($i:ident $v:ident)*];)*) => { $(
        impl Digit for D<$d> {
            type Nat = $nat;
            type Array<T> = [T; $d];
            type Eq<R: Digit> = R::$is;
            type After<P: Spelled> = P::Then<$d>;
            $( type $i = $v; )*
            type Twice<H: Digits> = (H::$carry, D<$even>);
            type TwicePlusOne<H: Digits> = (H::$carry, D<$odd>);
        }
    )* };
}

digits! {
    0 U0 Is0 Twice 0 1 [Is0 Yes Is1 No Is2 No Is3 No Is4 No Is5 No Is6 No Is7 No Is8 No Is9 No];
    1 U1 Is1 Twice 2 3 [Is0 No Is1 Yes Is2 No Is3 No Is4 No Is5 No Is6 No Is7 No Is8 No Is9 No];
    2 U2 Is2 Twice 4 5 [Is0 No Is1 No Is2 Yes Is3 No Is4 No Is5 No Is6 No Is7 No Is8 No Is9 No];
    3 U3 Is3 Twice 6 7 [Is0 No Is1 No Is2 No Is3 Yes Is4 No Is5 No Is6 No Is7 No Is8 No Is9 No];
    4 U4 Is4 Twice 8 9 [Is0 No Is1 No Is2 No Is3 No Is4 Yes Is5 No Is6 No Is7 No Is8 No Is9 No];
    5 U5 Is5 TwicePlusOne 0 1 [Is0 No Is1 No Is2 No Is3 No Is4 No Is5 Yes Is6 No Is7 No Is8 No Is9 No];
    6 U6 Is6 TwicePlusOne 2 3 [Is0 No Is1 No Is2 No Is3 No Is4 No Is5 No Is6 Yes Is7 No Is8 No Is9 No];
    7 U7 Is7 TwicePlusOne 4 5 [Is0 No Is1 No Is2 No Is3 No Is4 No Is5 No Is6 No Is7 Yes Is8 No Is9 No];
    8 U8 Is8 TwicePlusOne 6 7 [Is0 No Is1 No Is2 No Is3 No Is4 No Is5 No Is6 No Is7 No Is8 Yes Is9 No];
    9 U9 Is9 TwicePlusOne 8 9 [Is0 No Is1 No Is2 No Is3 No Is4 No Is5 No Is6 No Is7 No Is8 No Is9 Yes];
}

/// Two runs of elements next to each other.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Joined<A, B>(A, B);

/// A list of digits.
pub trait Digits: 'static {
    /// Twice the number.
    type Twice: Digits;
    /// Twice the number and one more.
    type TwicePlusOne: Digits;
    /// As many elements as the number, next to each other: `10 H + X` elements are `H` times ten, and `X`.
    ///
    /// (A `GenericArray` has them too, but proving its length takes 64 steps of the trait solver for the largest sizes, which is
    /// as far as it goes, and milliseconds for each.)
    type Array<T>;
    /// The number that is spelled so.
    type Nat: Nat;
    /// Digit by digit equality; also what tells named axes apart (their spelling ends with a hash of the name).
    type Eq<R: Digits>: Bool;
    /// The size that is spelled so, from four digits on.
    type Spelled: Spelled;
    /// Is the other list empty too?
    type EqNil: Bool;
    /// Is the other list `(H, X)` too?
    type EqCons<H: Digits, X: Digit>: Bool;
    /// Is the other one a `Node` of these?
    type EqNode<K: Digit, A: Digits, B: Digits>: Bool;
}

/// Digits that are equal to themselves, as all are; for digits that are generic, all of it in one bound.
pub trait Whole: Digits<Eq<Self> = Yes> + Sized {}
impl<L: Digits<Eq<L> = Yes>> Whole for L {}

/// How a run-time size is spelled that is computed of one size by another: unlike all others, and like what is computed alike.
pub struct Node<K, A, B>(PhantomData<(K, A, B)>);

impl<K: Digit, A: Digits, B: Digits> Digits for Node<K, A, B> {
    type Twice = Self;
    type TwicePlusOne = Self;
    type Array<T> = [T; 0];
    type Nat = UTerm;
    type Eq<R: Digits> = R::EqNode<K, A, B>;
    type Spelled = Begun;
    type EqNil = No;
    type EqCons<H: Digits, X: Digit> = No;
    type EqNode<L: Digit, C: Digits, E: Digits> = <<K::Eq<L> as Bool>::And<A::Eq<C>> as Bool>::And<B::Eq<E>>;
}

impl Digits for () {
    type Twice = ();
    type TwicePlusOne = ((), D<1>);
    type Array<T> = [T; 0];
    type Nat = UTerm;
    type Eq<R: Digits> = R::EqNil;
    type Spelled = Begun;
    type EqNil = Yes;
    type EqCons<H: Digits, X: Digit> = No;
    type EqNode<K: Digit, A: Digits, B: Digits> = No;
}

impl<H: Digits, X: Digit> Digits for (H, X) {
    type Twice = X::Twice<H>;
    type TwicePlusOne = X::TwicePlusOne<H>;
    type Array<T> = Joined<H::Array<[T; 10]>, X::Array<T>>;
    type Nat = <<H::Nat as Nat>::TimesTen as Nat>::Add<X::Nat>;
    type Eq<R: Digits> = R::EqCons<H, X>;
    type Spelled = X::After<H::Spelled>;
    type EqNil = No;
    type EqCons<G: Digits, Y: Digit> = <X::Eq<Y> as Bool>::And<H::Eq<G>>;
    type EqNode<K: Digit, A: Digits, B: Digits> = No;
}
