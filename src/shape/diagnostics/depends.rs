//! Texts for code with generic sizes, where a verdict depends on their numbers: they print the bound to write, and nothing else is said.
//!
//! `Self` holds what is asked. Where that is not known, the compiler would say so of [`Whether`], suggest a bound that nobody can write, and say of
//! each verdict that it does not hold. But `Whether` is a supertrait of each trait here, and so is not told; the parameter `Open`, which it decides,
//! is left open, and for what is open the compiler suggests nothing; and verdicts wait for it by [`Then`](Whether::Then).

use core::marker::PhantomData;

use crate::shape::number::{Bool, No, Yes};
use crate::shape::verdict::never_comes;

/// What depends on generic sizes.
pub struct Depends<V>(PhantomData<V>);

/// It is known whether what is asked holds.
pub trait Whether {
    /// Nothing, once that is known.
    type Open;
    /// `V`
    type Then<V: Bool>: Bool;
}

#[diagnostic::do_not_recommend]
impl Whether for Depends<Yes> {
    type Open = ();
    type Then<V: Bool> = V;
}
#[diagnostic::do_not_recommend]
impl Whether for Depends<No> {
    type Open = ();
    type Then<V: Bool> = V;
}

never_comes! {
    #[diagnostic::do_not_recommend]
    impl<T> Whether for Depends<Absent<T>> {
        type Open = ();
        type Then<V: Bool> = V;
    }
}

macro_rules! states {
    ($($(#[$about:meta])* $name:ident<$($t:ident),*>;)*) => { $(
        $(#[$about])*
        pub trait $name<$($t,)* Open>: Whether {}
        #[diagnostic::do_not_recommend]
        impl<$($t,)* Open> $name<$($t,)* Open> for Depends<Yes> {}
        #[diagnostic::do_not_recommend]
        impl<$($t,)* Open> $name<$($t,)* Open> for Depends<No> {}
        never_comes! {
            #[diagnostic::do_not_recommend]
            impl<$($t,)* Open, V> $name<$($t,)* Open> for Depends<Absent<V>> {}
        }
    )* };
}
states! {
    /// It is known whether weights of shape `W` convolve images of shape `X` by the options `O`.
    #[diagnostic::on_unimplemented(
        message = "whether this convolution fits depends on generic sizes",
        label = "write the bound `{X}: shaped::Convolve2d<{W}, {O}, Output = R>`, `R` the shape of the result",
        note = "or pad by `Conv::same()`, which fits every height and width, and needs no bound"
    )]
    StatesConvolution2d<X, W, O>;
    /// It is known whether weights of shape `W` convolve signals of shape `X` by the options `O`.
    #[diagnostic::on_unimplemented(
        message = "whether this convolution fits depends on generic sizes",
        label = "write the bound `{X}: shaped::Convolve1d<{W}, {O}, Output = R>`, `R` the shape of the result",
        note = "or pad by `Conv::same()`, which fits every length, and needs no bound"
    )]
    StatesConvolution1d<X, W, O>;
    /// It is known whether weights of shape `W` convolve volumes of shape `X` by the options `O`.
    #[diagnostic::on_unimplemented(
        message = "whether this convolution fits depends on generic sizes",
        label = "write the bound `{X}: shaped::Convolve3d<{W}, {O}, Output = R>`, `R` the shape of the result",
        note = "or pad by `Conv::same()`, which fits every size, and needs no bound"
    )]
    StatesConvolution3d<X, W, O>;
    /// It is known whether windows fit a shape `X` by the options `O`.
    #[diagnostic::on_unimplemented(
        message = "whether a window fits depends on generic sizes",
        label = "write the bound `{X}: shaped::Pool2d<{O}, Output = R>`, `R` the shape of the result",
        note = "or pool by `Pool::tiles` or `Pool::same`, which fit every height and width, and need no bound"
    )]
    StatesPool2d<X, O>;
    /// It is known whether windows fit a signal of shape `X` by the options `O`.
    #[diagnostic::on_unimplemented(
        message = "whether a window fits depends on generic sizes",
        label = "write the bound `{X}: shaped::Pool1d<{O}, Output = R>`, `R` the shape of the result",
        note = "or pool by `Pool::tiles` or `Pool::same`, which fit every length, and need no bound"
    )]
    StatesPool1d<X, O>;
    /// It is known whether windows fit volumes of shape `X` by the options `O`.
    #[diagnostic::on_unimplemented(
        message = "whether a window fits depends on generic sizes",
        label = "write the bound `{X}: shaped::Pool3d<{O}, Output = R>`, `R` the shape of the result",
        note = "or pool by `Pool::tiles` or `Pool::same`, which fit every size, and need no bound"
    )]
    StatesPool3d<X, O>;
}

/// What is left open where the verdict is not known.
pub(crate) type Open<A> = <Depends<A> as Whether>::Open;
/// A verdict, of which nothing is said before all that is asked is known.
pub(crate) type Sure<A, V> = <Depends<A> as Whether>::Then<V>;
