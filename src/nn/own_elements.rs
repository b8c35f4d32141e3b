//! Layers that have elements of their own, given other ones: `Linear<I, O>` takes `f32`, and is given `f64`.

use crate::kernels::products::Then;
use crate::kind::Kind;
use crate::shape::Shape;
use crate::shape::verdict::never_comes;
use crate::tensor::Tensor;
use crate::view::Operand;

use super::module::finished;

/// A layer of elements `T`, on a shape of them.
pub trait OwnLayer<S: Shape, T> {
    type Output: Shape;

    /// As [`Layer::APPLIES`](super::module::Layer::APPLIES).
    const APPLIES: bool = false;

    fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, Self::Output, X::Kind>;

    #[inline]
    fn forward_owned<K: Kind<T>>(&self, x: Tensor<T, S, K>) -> Tensor<T, Self::Output, K> {
        self.forward(&x)
    }

    #[inline]
    fn forward_then<X: Operand<Elem = T, Shape = S>>(
        &self,
        x: &X,
        then: Option<Then<T>>,
    ) -> Tensor<T, Self::Output, X::Kind> {
        finished(self.forward(x), then)
    }
}

/// The elements of what a layer is given, `U`, are its own. Of a layer that is given others this is what does not hold, and its text says both.
#[diagnostic::on_unimplemented(
    message = "a layer of elements `{Self}` is given elements `{U}`",
    label = "what it is given is converted by `x.cast::<{Self}>()`, and the layer by `convert`",
    note = "a layer's elements are its last parameter, `f32` where it is not written"
)]
pub trait LayerElements<U>: Sized {
    /// What the layer gives, and a function of its elements, if there is one.
    #[doc(hidden)]
    fn forward_then<L, S, X>(layer: &L, x: &X, then: Option<Then<U>>) -> Tensor<U, L::Output, X::Kind>
    where
        L: OwnLayer<S, Self>,
        S: Shape,
        X: Operand<Elem = U, Shape = S>;

    /// What it gives of what is not needed any more.
    #[doc(hidden)]
    fn forward_owned<L, S, K>(layer: &L, x: Tensor<U, S, K>) -> Tensor<U, L::Output, K>
    where
        L: OwnLayer<S, Self>,
        S: Shape,
        K: Kind<U>;
}
#[diagnostic::do_not_recommend]
impl<T> LayerElements<T> for T {
    #[inline]
    fn forward_owned<L: OwnLayer<S, T>, S: Shape, K: Kind<T>>(
        layer: &L,
        x: Tensor<T, S, K>,
    ) -> Tensor<T, L::Output, K> {
        layer.forward_owned(x)
    }
    #[inline]
    fn forward_then<L: OwnLayer<S, T>, S: Shape, X: Operand<Elem = T, Shape = S>>(
        layer: &L,
        x: &X,
        then: Option<Then<T>>,
    ) -> Tensor<T, L::Output, X::Kind> {
        layer.forward_then(x, then)
    }
}
// Of its only implementation the compiler would take what a layer is given to be what it takes, before it looks at that, and say in its own words
// that one type is another. Of several it waits.
never_comes! {
    #[diagnostic::do_not_recommend]
    impl<T> LayerElements<Absent<T>> for T {
        fn forward_owned<L: OwnLayer<S, T>, S: Shape, K: Kind<Absent<T>>>(
            _: &L,
            _: Tensor<Absent<T>, S, K>,
        ) -> Tensor<Absent<T>, L::Output, K> {
            unreachable!("no tensor has elements of a type that never comes")
        }
        fn forward_then<L: OwnLayer<S, T>, S: Shape, X: Operand<Elem = Absent<T>, Shape = S>>(
            _: &L,
            _: &X,
            _: Option<Then<Absent<T>>>,
        ) -> Tensor<Absent<T>, L::Output, X::Kind> {
            unreachable!("no tensor has elements of a type that never comes")
        }
    }
}

/// A layer that has elements of its own, `T`, on shapes `S`: for those it is written once, and elements that it is given are asked about by themselves.
macro_rules! own_layer {
    ([$($generics:tt)*] $layer:ty where [$($condition:tt)*] {
        type Output = $output:ty;
        $($body:tt)*
    }) => {
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> $crate::nn::own_elements::OwnLayer<S, T> for $layer
        where
            $($condition)*
        {
            type Output = $output;
            $($body)*
        }

        impl<$($generics)*, U> $crate::nn::module::Layer<(S, U)> for $layer
        where
            T: $crate::nn::own_elements::LayerElements<U>,
            $($condition)*
        {
            type Output = $output;
            const APPLIES: bool = <Self as $crate::nn::own_elements::OwnLayer<S, T>>::APPLIES;
            #[inline]
            fn forward<X: $crate::view::Operand<Elem = U, Shape = S>>(&self, x: &X) -> $crate::tensor::Tensor<U, $output, X::Kind> {
                T::forward_then(self, x, None)
            }
            #[inline]
            fn forward_owned<Q: $crate::kind::Kind<U>>(&self, x: $crate::tensor::Tensor<U, S, Q>) -> $crate::tensor::Tensor<U, $output, Q> {
                T::forward_owned(self, x)
            }
            #[inline]
            fn forward_then<X: $crate::view::Operand<Elem = U, Shape = S>>(
                &self,
                x: &X,
                then: Option<$crate::kernels::products::Then<U>>,
            ) -> $crate::tensor::Tensor<U, $output, X::Kind> {
                T::forward_then(self, x, then)
            }
        }
    };
}
pub(crate) use own_layer;
