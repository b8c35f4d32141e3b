//! Whether two shapes have as many elements, be their sizes generic: a verdict, which of generic sizes may not be known.
//!
//! Sizes are multiplied from the last one on, so that what stands in front of the axes that are regrouped may be anything. What stands behind them is
//! taken off both shapes first where that helps: `[A, B, C]` and `[A B, C]` have one product only without `C`, since of `(A B) C` the compiler
//! does not know that it is `A (B C)`.

use super::digits::Digits;
use super::list::Shape;
use super::number::{Bool, Either};
use super::size::{Size, StaticSize};

/// The number of elements as a size, run-time axes left out.
pub(crate) type Numel<S> = <<S as Shape>::Known as StaticSize>::Plain;

/// Have two sizes one number?
pub(crate) type SameNumber<A, B> = <Spelled<A> as Digits>::Eq<Spelled<B>>;
type Spelled<A> = <<A as StaticSize>::Plain as Size>::Spelling;

/// Have two axes one size, one of 1 if it is known at run time only?
pub(crate) type SameSize<A, B> = SameNumber<<A as Size>::Static, <B as Size>::Static>;
/// Have the sizes of two shapes one product?
pub(crate) type SameProduct<A, B> = SameNumber<<A as Shape>::Known, <B as Shape>::Known>;

/// Have two shapes the same run-time axes in the same order?
pub(crate) type SameNames<A, B> = <<A as Shape>::Names as Digits>::Eq<<B as Shape>::Names>;
/// Have two shapes as many elements, run-time axes left out?
pub(crate) type SameCount<A, B> = <A as Shape>::CountsAs<B>;
/// The same, asked only of shapes whose run-time axes are the same.
pub(crate) type SameCountIfNames<A, B> = <<SameNames<A, B> as Bool>::Not as Either>::Either<SameCount<A, B>>;
