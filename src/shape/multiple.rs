//! Sizes that another one divides.

use typenum::UTerm;

use super::diagnostics::Multiple;
use super::number::{Nat, Yes};
use super::size::StaticSize;

/// A size that is a multiple of `K`: divided by `K`, and times `K` again, it is itself.
///
/// Of all sizes that is not true, so that generic code names it once, where it goes down by `K` and up again. Down is by
/// [`Pool::tiles`](crate::Pool::tiles), whose windows lie side by side; what a convolution of stride `K` gives is another formula, and is not known to
/// be `Self / K`:
///
/// ```
/// use shaped::{MultipleOf, prelude::*};
/// fn coarse<C: Size, H: MultipleOf<Dim<2>>, W: MultipleOf<Dim<2>>>(x: &Tensor<f32, shape![C, H, W]>) -> Tensor<f32, shape![C, H, W]> {
///     x.avg_pool2d(Pool::tiles(Dim::<2>)).upsample_nearest2d(Dim::<2>)
/// }
/// assert_eq!(coarse(&Tensor::<f32, shape![3, 4, 6]>::ones()), Tensor::ones());
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{MultipleOf, prelude::*};
/// fn pairs<N: MultipleOf<Dim<2>>>(x: &Tensor<f32, shape![N]>) {}
/// pairs(&tensor![1.0, 2.0, 3.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "the size {Self} is not a multiple of {K}",
    label = "{K} does not divide {Self}"
)]
pub trait MultipleOf<K: StaticSize>:
    StaticSize<Len: Nat<Rem<K::Len>: Nat<IsZero = Yes>>, Quotient<K>: StaticSize<Product<K> = Self>>
{
}

/// Does `K` divide `D`? (Not by `IsZero`, which is a fact below: it would be looked for in itself.)
type Divides<D, K> = <<<D as StaticSize>::Len as Nat>::Rem<<K as StaticSize>::Len> as Nat>::Le<UTerm>;

impl<D: StaticSize, K: StaticSize> MultipleOf<K> for D
where
    Divides<D, K>: Multiple<D, K, Whole = D, Evenly = Yes>,
    // By way of the verdict, so that where it fails nothing is said of this.
    D: StaticSize<
            Len: Nat<Rem<K::Len>: Nat<IsZero = <Divides<D, K> as Multiple<D, K>>::Evenly>>,
            Quotient<K>: StaticSize<Product<K> = <Divides<D, K> as Multiple<D, K>>::Whole>,
        >,
{
}
