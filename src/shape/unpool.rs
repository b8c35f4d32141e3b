//! The shapes of the opposite of pools.

use super::Shape;
use super::diagnostics::{KnownShape, Plane, PutAt, Signal, Volume};
use super::size::Size;

macro_rules! unpool {
    ($($(#[$doc:meta])* $name:ident by $by:ident: $($size:ident)+;)*) => { $(
        $(#[$doc])*
        pub trait $name<R: Shape, $($size),+>: Shape {
            /// The shape of the result.
            type Output: Shape;
        }

        impl<X: KnownShape + Shape, R: KnownShape + Shape, $($size: Size),+> $name<R, $($size),+> for X
        where
            R: $by<X, X::Shown> + PutAt<X, X::Shown, R::Shown>,
        {
            type Output = super::last_axes::behind!([<R as $by<X, X::Shown>>::Leading] $([$size])+);
        }
    )* };
}
unpool! {
    /// Signals `[…, L]` whose elements are put at places of shape `R`, the same shape: what `max_unpool1d` gives, of length `W`.
    Unpool1d by Signal: W;
    /// Pictures `[…, H, W]` whose elements are put at places of shape `R`, the same shape: what `max_unpool2d` gives, of height `H` and width `W`.
    Unpool2d by Plane: H W;
    /// Volumes `[…, D, H, W]` whose elements are put at places of shape `R`, the same shape: what `max_unpool3d` gives.
    Unpool3d by Volume: D H W;
}
