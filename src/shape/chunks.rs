//! Chunks of a run-time axis: static parts, and what is left over.

use super::at::SizeAt;
use super::axes::Axis;
use super::diagnostics::{ChunkOfRunTime, SomeElements};
use super::narrow::Narrow;
use super::number::{Bool, Nat};
use super::size::{Size, StaticSize};
use super::verbs::narrow;

/// A shape whose outermost axis, a run-time one, can be cut into parts of the static size `D`: what `chunks_of` takes.
///
/// Code with generic sizes names the trait once:
///
/// ```
/// use shaped::{ChunksOf, prelude::*};
/// fn sums<B: Size>(x: &Tensor<f32, shape![B, 784]>) -> Vec<f32>
/// where
///     shape![B, 784]: ChunksOf<Dim<32>>,
/// {
///     x.chunks_of(Dim::<32>).map(|chunk| chunk.sum_all()).collect()
/// }
/// ```
pub trait ChunksOf<D>: Narrow<Axis<0>, D> {}

type Filled<D> = <typenum::U0 as Nat>::Lt<<D as StaticSize>::Len>;
type NotStatic<D> = <<D as Size>::IsStatic as Bool>::Not;
type Outermost<S> = SizeAt<S, Axis<0>, narrow>;

impl<S: Narrow<Axis<0>, D>, D: StaticSize> ChunksOf<D> for S
where
    Filled<D>: SomeElements<D, S::Shown>,
    // Of an empty chunk it is said that it is empty, and no more; and the compiler waits until the chunk's size is known.
    <<Filled<D> as Bool>::Not as Bool>::Or<NotStatic<Outermost<S>>>: ChunkOfRunTime<Outermost<S>, D, S::Shown>,
{
}
