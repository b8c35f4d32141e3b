//! A width that is split into heads.

use super::diagnostics::{HeadsDivide, OpensHeads, StatesHeads};
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

/// Do `H` heads share the width `D` evenly?
pub(crate) type Shared<D, H> = <<<D as StaticSize>::Len as Nat>::Rem<<H as StaticSize>::Len> as Nat>::IsZero;

impl<D: StaticSize, H: StaticSize, V> Heads<H> for D
where
    D: StatesHeads<H, <D as OpensHeads<H>>::Open, Then<Shared<D, H>> = V>,
    V: HeadsDivide<D, H>,
{
    type Each = D::Quotient<H>;
}
