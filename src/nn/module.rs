//! `Module`: what takes a tensor of one shape and gives one of another.

use alloc::vec::Vec;

use crate::kernels::products::Then;
use crate::kind::Kind;
use crate::ops::Copies;
use crate::shape::Shape;
use crate::shape::diagnostics::Repeats;
use crate::tensor::Tensor;
use crate::view::Operand;

/// A layer or a model that takes tensors of shape `S` and elements `T`. PyTorch's `nn.Module`.
///
/// `F` is `S` once more, flat, as errors print it: no program writes it.
///
/// A layer implements it for every shape that it takes, so leading axes are free and the shape of the result is computed: a
/// [`Linear<I, O>`](super::Linear) takes `[.., I]` and gives `[.., O]`. Tuples of modules are modules, one after the other, and so are lists of
/// modules of one type that keep the shape, as the blocks of a transformer: `Vec<Block>`, `[Block; 6]`.
///
/// A block of your own is a struct of layers (see [`model!`](crate::model)), and code generic over sizes and leading axes needs no
/// `where` clause:
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// model! {
///     struct FeedForward<D: StaticSize, H: StaticSize> {
///         up: Linear<D, H>,
///         down: Linear<H, D>,
///     }
/// }
/// impl<L: Shape, D: StaticSize, H: StaticSize> Module<(L, D)> for FeedForward<D, H> {
///     type Output = (L, D);
///     fn forward<X: Operand<Elem = f32, Shape = (L, D)>>(&self, x: &X) -> Tensor<f32, (L, D), X::Kind> {
///         self.down.forward(&self.up.forward(x).relu())
///     }
/// }
///
/// axis!(Batch);
/// let block = FeedForward::<dim!(32), dim!(128)>::default();
/// let x = Tensor::<f32, shape![Batch, 8, 32]>::zeros_with(Batch(5));
/// assert_eq!(block.forward(&x).sizes(), [5, 8, 32]);
/// ```
///
/// `x` is any operand, and no tensor itself: arithmetic begins with `x.view()`, O(1), as in the way past a block, and functions of tensors get
/// `&x.to_tensor()`.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// model! {
///     struct Past<D: StaticSize> {
///         layer: Linear<D, D>,
///     }
/// }
/// impl<L: Shape, D: StaticSize> Module<(L, D)> for Past<D> {
///     type Output = (L, D);
///     fn forward<X: Operand<Elem = f32, Shape = (L, D)>>(&self, x: &X) -> Tensor<f32, (L, D), X::Kind> {
///         x.view() + self.layer.forward(x).relu() // not `x + …`: E0369, "cannot add … to `&X`"
///     }
/// }
/// assert_eq!(Past::<dim!(2)>::default().forward(&tensor![3.0, 4.0]), tensor![3.0, 4.0]);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{nn::*, prelude::*};
/// let layer = Linear::<dim!(64), dim!(10)>::default();
/// let x: Tensor<f32, shape![5, 65]> = Tensor::zeros();
/// layer.forward(&x);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not take shape {F}, elements `{T}`",
    label = "its `impl Module`, with its bounds, says which shape it takes; elements are `f32` where it names none, and others are converted by `x.cast()`"
)]
#[rustfmt::skip] // the compiler shows the line
pub trait Module<S: Shape<Shown = F>, T = f32, F = <S as Shape>::Shown> { // as in `impl<B: Size> Module<shape![B, 8]> for Net`
    /// The shape of the result.
    type Output: Shape;

    /// The result for an input, which may be a tensor or any view. PyTorch's `module(x)`.
    #[rustfmt::skip] // the compiler shows the line
    fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, Self::Output, X::Kind>; // expected: what the `impl Module` takes; found: `x`

    /// As [`forward`](Self::forward), for an input that is not needed any more: its memory may be used for the result.
    #[inline]
    fn forward_owned<K: Kind<T>>(&self, x: Tensor<T, S, K>) -> Tensor<T, Self::Output, K> {
        self.forward(&x)
    }

    // So a layer can apply the next one's function of elements before its result has left the caches: activations offer theirs, `Linear`
    // takes it.

    /// As [`forward`](Self::forward), and `then` is applied to the elements of the result.
    #[doc(hidden)]
    #[inline]
    fn forward_then<X: Operand<Elem = T, Shape = S>>(
        &self,
        x: &X,
        then: Option<Then<T>>,
    ) -> Tensor<T, Self::Output, X::Kind> {
        finished(self.forward(x), then)
    }

    /// As [`forward_then`](Self::forward_then), of what `first` gives, which takes what this layer has for it to apply.
    #[doc(hidden)]
    #[inline]
    fn forward_after<K: Kind<T>>(
        &self,
        first: impl FnOnce(Option<Then<T>>) -> Tensor<T, S, K>,
        then: Option<Then<T>>,
    ) -> Tensor<T, Self::Output, K> {
        finished(self.forward_owned(first(None)), then)
    }
}

/// The tensor, after `then` was applied to its elements: of a kind that fuses, `Kind::FUSES`, as whoever gives a function makes sure.
#[inline]
pub(super) fn finished<T, S: Shape, K: Kind<T>>(x: Tensor<T, S, K>, then: Option<Then<T>>) -> Tensor<T, S, K> {
    let Some(then) = then else { return x };
    let shape = x.shape();
    match K::reuse(x.into_storage()) {
        Ok((mut buffer, made)) => {
            (then.each)(buffer.as_mut_slice());
            Tensor::made(made(buffer), shape)
        }
        Err(_) => unreachable!("what does not fuse is left no function to apply"),
    }
}

/// What this crate's layers implement in place of [`Module`], which has one implementation for all of them: were there many, an error
/// inside of one would list the others. Programs implement `Module`.
///
/// Shape and elements are one parameter, a tuple, so that no program can implement `Layer`, and each can implement `Module` for all
/// shapes.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` takes no input of shape and elements `{I}`",
    label = "one of its parts is no `Module`, or takes another input: a layer that is told something is written with it, `Dropout(0.1)`, a struct in `model! {{ … }}` becomes one by its `impl Module`"
)]
pub trait Layer<I: Input> {
    type Output: Shape;

    /// Whether `forward_then` applies a function better than it is applied to the result.
    const APPLIES: bool = false;

    fn forward<X: Operand<Elem = I::Elem, Shape = I::Shape>>(&self, x: &X) -> Tensor<I::Elem, Self::Output, X::Kind>;

    #[inline]
    fn forward_owned<K: Kind<I::Elem>>(&self, x: Tensor<I::Elem, I::Shape, K>) -> Tensor<I::Elem, Self::Output, K> {
        self.forward(&x)
    }

    #[inline]
    fn forward_then<X: Operand<Elem = I::Elem, Shape = I::Shape>>(
        &self,
        x: &X,
        then: Option<Then<I::Elem>>,
    ) -> Tensor<I::Elem, Self::Output, X::Kind> {
        finished(self.forward(x), then)
    }

    #[inline]
    fn forward_after<K: Kind<I::Elem>>(
        &self,
        first: impl FnOnce(Option<Then<I::Elem>>) -> Tensor<I::Elem, I::Shape, K>,
        then: Option<Then<I::Elem>>,
    ) -> Tensor<I::Elem, Self::Output, K> {
        if const { Self::APPLIES } {
            self.forward_then(&first(None), then)
        } else {
            finished(self.forward_owned(first(None)), then)
        }
    }
}

/// What a layer takes: a shape, and the type of elements.
pub trait Input {
    type Shape: Shape;
    type Elem;
}

impl<S: Shape, T> Input for (S, T) {
    type Shape = S;
    type Elem = T;
}

impl<S: Shape, T, L: Layer<(S, T)>> Module<S, T> for L {
    type Output = L::Output;
    #[inline]
    fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, L::Output, X::Kind> {
        entered_by_view::<L, X>(x);
        left(Layer::forward(self, x))
    }
    #[inline]
    fn forward_owned<K: Kind<T>>(&self, x: Tensor<T, S, K>) -> Tensor<T, L::Output, K> {
        left(Layer::forward_owned(self, entered::<L, _, _, _>(x)))
    }
    #[inline]
    fn forward_then<X: Operand<Elem = T, Shape = S>>(
        &self,
        x: &X,
        then: Option<Then<T>>,
    ) -> Tensor<T, L::Output, X::Kind> {
        entered_by_view::<L, X>(x);
        left(Layer::forward_then(self, x, then))
    }
    #[inline]
    fn forward_after<K: Kind<T>>(
        &self,
        first: impl FnOnce(Option<Then<T>>) -> Tensor<T, S, K>,
        then: Option<Then<T>>,
    ) -> Tensor<T, L::Output, K> {
        left(Layer::forward_after(self, |then| entered::<L, _, _, _>(first(then)), then))
    }
}

/// Tells the kind that layer `L` is about to be used on what it takes.
#[inline(always)]
pub(super) fn entered_by_view<L, X: Operand>(x: &X) {
    X::Kind::entered(|| x.view().note(), core::any::type_name::<L>, || x.view().shape().dims());
}

/// The same tensor, which layer `L` is about to be used on.
#[inline(always)]
fn entered<L, T, S: Shape, K: Kind<T>>(x: Tensor<T, S, K>) -> Tensor<T, S, K> {
    K::entered(|| x.whole().note(), core::any::type_name::<L>, || x.shape().dims());
    x
}

/// The same tensor, which the layer gives that was entered last.
#[inline(always)]
pub(super) fn left<T, S: Shape, K: Kind<T>>(x: Tensor<T, S, K>) -> Tensor<T, S, K> {
    K::left(|| x.whole().note(), || x.shape().dims());
    x
}

/// What is used as the module that it holds.
macro_rules! passes_on {
    ([$m:ident: $($bound:tt)*] $by:ident for $t:ty, $it:ident => $inner:expr) => {
        impl<S: Shape, T, $m: $($bound)*> Layer<(S, T)> for $t {
            type Output = $m::Output;
            #[inline]
            fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, $m::Output, X::Kind> {
                let $it = self;
                $by::forward($inner, x)
            }
            #[inline]
            fn forward_owned<K: Kind<T>>(&self, x: Tensor<T, S, K>) -> Tensor<T, $m::Output, K> {
                let $it = self;
                $by::forward_owned($inner, x)
            }
            #[inline]
            fn forward_then<X: Operand<Elem = T, Shape = S>>(
                &self,
                x: &X,
                then: Option<Then<T>>,
            ) -> Tensor<T, $m::Output, X::Kind> {
                let $it = self;
                $by::forward_then($inner, x, then)
            }
            #[inline]
            fn forward_after<K: Kind<T>>(
                &self,
                first: impl FnOnce(Option<Then<T>>) -> Tensor<T, S, K>,
                then: Option<Then<T>>,
            ) -> Tensor<T, $m::Output, K> {
                let $it = self;
                $by::forward_after($inner, first, then)
            }
        }
    };
}
pub(super) use passes_on;
passes_on!([M: Module<S, T>] Module for &M, it => *it);

/// A model that [`model!`](crate::model) has made.
pub trait Model {
    /// What is no element of any tensor that it takes.
    type NoElement;
    /// What is none, either.
    type NorElement;
}

/// The same tensor, whose shape is the one that the next module takes.
fn repeated<S: Shape, O: Shape + Repeats<S, S::Shown, O::Shown>, T, K: Kind<T>>(x: Tensor<T, O, K>) -> Tensor<T, S, K> {
    let shape = x.shape().unchanged();
    Tensor::made(x.into_storage(), shape)
}

/// Modules of one type that keep the shape, one after the other.
macro_rules! in_lists {
    ($([$($length:tt)*] $list:ty;)*) => { $(
        impl<S: Shape, T: Clone, M: Module<S, T>, $($length)*> Layer<(S, T)> for $list
        where
            M::Output: Repeats<S, S::Shown, <M::Output as Shape>::Shown>,
        {
            type Output = S;
            fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, S, X::Kind> {
                match self.split_first() {
                    Some((first, rest)) => rest.iter().fold(repeated(first.forward(x)), |x, m| repeated(m.forward_owned(x))),
                    None => x.to_tensor(),
                }
            }
            fn forward_owned<K: Kind<T>>(&self, x: Tensor<T, S, K>) -> Tensor<T, S, K> {
                self.iter().fold(x, |x, module| repeated(module.forward_owned(x)))
            }
        }
    )* };
}
in_lists! {
    [] Vec<M>;
    [const N: usize] [M; N];
}

/// What one module gives, for the next one: number `AT` of a tuple.
///
/// Each wait is one more obligation on the way to the next module's own, so that the compiler looks at that after it knows what comes, and
/// does not take the next module's own shape for it.
pub trait Feeds<M, const AT: usize, T = f32, Wait = (((((),),),),)>: Shape {
    /// What the next one gives.
    type Output: Shape;
    /// The next one, applied to what `first` gives, and then `then`.
    fn feed<K: Kind<T>>(
        module: &M,
        first: impl FnOnce(Option<Then<T>>) -> Tensor<T, Self, K>,
        then: Option<Then<T>>,
    ) -> Tensor<T, Self::Output, K>;
}

impl<S: Shape, T, M: Module<S, T>, const AT: usize> Feeds<M, AT, T, ()> for S {
    type Output = M::Output;
    #[inline]
    fn feed<K: Kind<T>>(
        module: &M,
        first: impl FnOnce(Option<Then<T>>) -> Tensor<T, S, K>,
        then: Option<Then<T>>,
    ) -> Tensor<T, M::Output, K> {
        module.forward_after(first, then)
    }
}

impl<S: Feeds<M, AT, T, Wait>, T, M, const AT: usize, Wait> Feeds<M, AT, T, (Wait,)> for S {
    type Output = S::Output;
    #[inline]
    fn feed<K: Kind<T>>(
        module: &M,
        first: impl FnOnce(Option<Then<T>>) -> Tensor<T, S, K>,
        then: Option<Then<T>>,
    ) -> Tensor<T, S::Output, K> {
        S::feed(module, first, then)
    }
}

/// What a module gives that takes what another one gives.
type Fed<From, M, const AT: usize, T> = <From as Feeds<M, AT, T>>::Output;

/// One module after the other: what the last one gives.
macro_rules! in_turn {
    // One module more: what each is fed with follows from those before it.
    (and $now:ty; [$($fed:tt)*] [$($all:tt)*]) => {};
    (and $now:ty; [$($fed:tt)*] [$($all:tt)*] $next:ident $next_at:tt $($rest:tt)*) => {
        in_turn! { @ Fed<$now, $next, $next_at, T>; [$($fed)* $now: Feeds<$next, $next_at, T>,] [$($all)* $next $next_at] $($rest)* }
    };
    (@ $last:ty; [$($fed:tt)*] [$($module:ident $at:tt)*] $($rest:tt)*) => {
        impl<S: Shape, T, A: Module<S, T>, $($module),*> Layer<(S, T)> for (A, $($module,)*)
        where
            $($fed)*
        {
            type Output = $last;
            #[inline]
            fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, Self::Output, X::Kind> {
                let run = |then: Option<Then<T>>| self.0.forward_then(x, then);
                $(let run = |then: Option<Then<T>>| Feeds::<$module, $at, T>::feed(&self.$at, run, then);)*
                run(None)
            }
            #[inline]
            fn forward_owned<Q: Kind<T>>(&self, x: Tensor<T, S, Q>) -> Tensor<T, Self::Output, Q> {
                let run = |then: Option<Then<T>>| self.0.forward_after(|then| finished(x, then), then);
                $(let run = |then: Option<Then<T>>| Feeds::<$module, $at, T>::feed(&self.$at, run, then);)*
                run(None)
            }
        }
        in_turn! { and $last; [$($fed)*] [$($module $at)*] $($rest)* }
    };
}
// Tuples of one to twelve.
in_turn! { @ <A as Module<S, T>>::Output; [] [] B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 M 11 }
