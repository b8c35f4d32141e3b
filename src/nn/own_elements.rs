//! Layers that have elements of their own, given other ones: `Linear<I, O>` takes `f32`, and is given `f64`.

use super::module::{Input, Layer};
use super::*;
use crate::shape::size::StaticSize;
use crate::shape::verdict::never_comes;
use crate::tensor::Tensor;
use crate::view::Operand;

/// Of its only implementation the compiler would take what a layer is given to be what it takes, before it looks at that, and say in its own words
/// that one type is another. Of several it waits.
macro_rules! waits {
    ($([$($generics:tt)*] $layer:ty;)*) => {
        never_comes! {
            #[diagnostic::do_not_recommend]
            impl Input for (Absent, Absent) {
                type Shape = ();
                type Elem = Absent;
            }
            $(
                #[diagnostic::do_not_recommend]
                impl<$($generics)*> Layer<(Absent, Absent)> for $layer {
                    type Output = ();
                    fn forward<X: Operand<Elem = Absent, Shape = ()>>(&self, _: &X) -> Tensor<Absent, (), X::Kind> {
                        unreachable!("no tensor has elements of a type that never comes")
                    }
                }
            )*
        }
    };
}
waits! {
    [I: StaticSize, O: StaticSize, T] Linear<I, O, T>;
    [D: StaticSize, H: StaticSize, T] MultiHeadAttention<D, H, T>;
    [D: StaticSize, T] LayerNorm<D, T>;
    [D: StaticSize, T] RmsNorm<D, T>;
    [C: StaticSize, A, T] BatchNorm<C, A, T>;
    [C: StaticSize, A, T] InstanceNorm<C, A, T>;
    [G: StaticSize, C: StaticSize, T, A] GroupNorm<G, C, T, A>;
}
