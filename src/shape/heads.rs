//! A width that is split into heads.

use super::diagnostics::HeadsDivide;
use super::number::Nat;
use super::size::StaticSize;

/// A width that `H` heads share evenly: what [`MultiHeadAttention<D, H>`](crate::nn::MultiHeadAttention) asks of `D`.
///
/// Code with a generic width or number of heads names it once:
///
/// ```
/// use shaped::{Heads, nn::*, prelude::*};
/// fn attend<B: Size, T: Size, D: Heads<Dim<8>>>(
///     layer: &MultiHeadAttention<D, Dim<8>>,
///     x: &Tensor<f32, shape![B, T, D]>,
/// ) -> Tensor<f32, shape![B, T, D]> {
///     layer.forward(x)
/// }
/// ```
///
/// ```compile_fail,E0599
/// use shaped::{nn::*, prelude::*};
/// let layer = MultiHeadAttention::<dim!(512), dim!(7)>::default();
/// ```
pub trait Heads<H>: StaticSize {
    /// The width of one head: 64 of 512 for 8 heads.
    type Each: StaticSize;
}

impl<D: StaticSize, H: StaticSize> Heads<H> for D
where
    <<D::Len as Nat>::Rem<H::Len> as Nat>::IsZero: HeadsDivide<D, H>,
{
    type Each = D::Quotient<H>;
}
