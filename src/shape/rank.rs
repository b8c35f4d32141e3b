//! Ranks: how many axes there are, and places in a list of them.

use core::fmt::Debug;
use core::ops::Index;

/// What there is one of for each axis: a size, an index, a stride.
pub trait Entry: Copy + Debug + Eq + 'static {}
impl Entry for usize {}
impl Entry for isize {}

/// A number of axes, and the arrays with one entry for each.
pub trait Rank: 'static {
    const N: usize;
    /// One axis more.
    type Succ: Rank;
    /// One axis fewer, or [`OutOfRange`].
    type Pred: Rank;
    /// This many places from the end.
    type Place: Position;
    /// One entry for each axis, outermost first: `x.sizes()[0]` of generic shapes, too.
    type Array<X: Entry>: Copy + Debug + Eq + AsRef<[X]> + AsMut<[X]> + Index<usize, Output = X>;
    /// An array with the same entry everywhere.
    fn fill<X: Entry>(x: X) -> Self::Array<X>;
}

/// The rank `N`.
pub struct R<const N: usize>;
/// No rank: fewer than 0 axes, or more than 16.
pub struct OutOfRange;

/// The last axis.
pub struct Last;
/// The axis outside another.
pub struct Outside<P>(core::marker::PhantomData<P>);
/// No axis.
pub struct Nowhere;

/// A place in a list, counted from the end.
pub trait Position: 'static {
    /// 0 for the last axis.
    const INDEX: usize;
}
impl Position for Last {
    const INDEX: usize = 0;
}
impl Position for Nowhere {
    const INDEX: usize = usize::MAX;
}
impl<P: Position> Position for Outside<P> {
    const INDEX: usize = P::INDEX + 1;
}

macro_rules! rank {
    ($n:literal: $pred:ty, $succ:ty, $place:ty) => {
        impl Rank for R<$n> {
            const N: usize = $n;
            type Succ = $succ;
            type Pred = $pred;
            type Place = $place;
            type Array<X: Entry> = [X; $n];
            #[inline(always)]
            fn fill<X: Entry>(x: X) -> [X; $n] {
                [x; $n]
            }
        }
    };
}

rank!(0: OutOfRange, R<1>, Last);

impl Rank for R<17> {
    const N: usize = 17;
    type Succ = Self;
    type Pred = R<16>;
    type Place = Nowhere;
    type Array<X: Entry> = [X; 0];
    fn fill<X: Entry>(_: X) -> [X; 0] {
        []
    }
}

impl Rank for OutOfRange {
    const N: usize = usize::MAX;
    type Succ = Self;
    type Pred = Self;
    type Place = Nowhere;
    type Array<X: Entry> = [X; 0];
    fn fill<X: Entry>(_: X) -> [X; 0] {
        []
    }
}

macro_rules! ranks {
    ($($pred:literal $n:literal $succ:literal;)*) => { $(
        rank!($n: R<$pred>, R<$succ>, Outside<<R<$pred> as Rank>::Place>);
    )* };
}

#[rustfmt::skip]
ranks! {
    0 1 2; 1 2 3; 2 3 4; 3 4 5; 4 5 6; 5 6 7; 6 7 8; 7 8 9;
    8 9 10; 9 10 11; 10 11 12; 11 12 13; 12 13 14; 13 14 15; 14 15 16; 15 16 17;
}
