//! The shapes of Fourier transforms.

use super::at::{Along, SizeAt, With};
use super::computed::Arithmetic;
use super::diagnostics::FrequenciesOf;
use super::size::{Dim, One, Quotient, Size};
use super::verbs::transform;

/// How many frequencies a real signal of `D` elements has: `D / 2 + 1`.
pub(crate) type Half<D> = <<Quotient<D, Dim<2>> as Size>::IsStatic as Arithmetic>::Sum<Quotient<D, Dim<2>>, One>;

/// A spectrum of a real signal of `N` elements along the axis `A`: `shape![2, 5]` for `Axis<1>` and `Dim<8>` or `Dim<9>`.
pub trait Spectrum<A, N: Size>: Along<A, transform> {
    /// The shape of the signal.
    type Signal: super::Shape;
}

impl<S: Along<A, transform>, A, N: Size> Spectrum<A, N> for S
where
    SizeAt<S, A, transform>: FrequenciesOf<Half<N>, N, A, S::Shown>,
{
    type Signal = With<S, A, transform, N>;
}
