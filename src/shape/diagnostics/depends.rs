//! Texts for code with generic sizes, where a verdict depends on their numbers: they print the bound to write, and nothing else is said.
//!
//! `Self` holds what is asked. Where that is not known, the compiler would say so of [`Whether`], suggest a bound that nobody can write, and say of
//! each verdict that it does not hold. But `Whether` is a supertrait of each trait here, and so is not told; the parameter `Open`, which it decides,
//! is left open, and for what is open the compiler suggests nothing; and verdicts wait for it by [`Then`](Whether::Then).

use core::marker::PhantomData;

use super::{MEETS, TakesApart};
use crate::shape::aligns::{Aligns, OpensAligned};
use crate::shape::heads::Shared;
use crate::shape::labels::Divided;
use crate::shape::list::Shape;
use crate::shape::normalize::Evenly;
use crate::shape::number::{Bool, No, Yes};
use crate::shape::regroup::{SameCount, SameNames};
use crate::shape::size::StaticSize;
use crate::shape::taken::Parts;
use crate::shape::verdict::{Outer, never_comes};

/// What depends on generic sizes.
pub struct Depends<V>(PhantomData<V>);

/// It is known whether what is asked holds.
pub trait Whether {
    /// Nothing, once that is known.
    type Open;
    /// `V`
    type Then<V: Bool>: Bool;
    /// `S`
    type Of<S: Shape>: Shape;
}

#[diagnostic::do_not_recommend]
impl Whether for Depends<Yes> {
    type Open = ();
    type Then<V: Bool> = V;
    type Of<S: Shape> = S;
}
#[diagnostic::do_not_recommend]
impl Whether for Depends<No> {
    type Open = ();
    type Then<V: Bool> = V;
    type Of<S: Shape> = S;
}

// Of more than five, the compiler lists those without parameters, unless these are ten: two for each number.
never_comes! {
    #[diagnostic::do_not_recommend]
    impl Whether for Depends<Absent> {
        type Open = ();
        type Then<V: Bool> = V;
        type Of<S: Shape> = S;
    }
    #[diagnostic::do_not_recommend]
    impl Whether for Depends<Absent<Yes>> {
        type Open = ();
        type Then<V: Bool> = V;
        type Of<S: Shape> = S;
    }
}

/// The same, for texts that are told of shapes: of the supertrait the compiler says nothing where this does not hold.
pub trait IsTold: Whether {}
#[diagnostic::do_not_recommend]
impl IsTold for Depends<Yes> {}
#[diagnostic::do_not_recommend]
impl IsTold for Depends<No> {}
never_comes! {
    #[diagnostic::do_not_recommend]
    impl IsTold for Depends<Absent> {}
    #[diagnostic::do_not_recommend]
    impl IsTold for Depends<Absent<Yes>> {}
}

/// Are the run-time axes the same, and the number of elements?
type Regrouped<S, O> = <SameNames<S, O> as Bool>::Then<SameCount<S, O>>;

macro_rules! states_of_verdicts {
    ($(
        $(#[$about:meta])*
        message $message:literal label $label:literal note $note:literal
        $name:ident<$s:ident: $by:ident $(, $shown:ident)*> $opens:ident, of $on:ident: $bound:ident: $verdict:ty;
    )*) => { $(
        /// What is left open where the verdict is not known.
        pub trait $opens<$s> {
            /// Nothing, once it is known.
            type Open;
        }
        #[diagnostic::do_not_recommend]
        impl<$s: $by, $on: $bound> $opens<$s> for $on
        where
            Depends<$verdict>: Whether,
        {
            type Open = Open<$verdict>;
        }

        $(#[$about])*
        #[diagnostic::on_unimplemented(message = $message, label = $label, note = $note)]
        pub trait $name<$s, $($shown,)* Open>: $opens<$s> {
            /// `V`, of which nothing is said before that is known.
            type Then<V: Bool>: Bool;
        }
        #[diagnostic::do_not_recommend]
        impl<$s: $by, $($shown,)* $on: $bound, Open> $name<$s, $($shown,)* Open> for $on
        where
            Depends<$verdict>: IsTold,
        {
            type Then<V: Bool> = Sure<$verdict, V>;
        }
    )* };
}
states_of_verdicts! {
    /// It is known whether a shape `S` can be reshaped to the shape `Self`.
    message "cannot reshape shape {From} to shape {To}"
    label "generic sizes are regrouped in their order, which is not known to make the one of the other; axes change places by `swap_axes` or `permute`"
    note "one axis is split or merged in a step: `flatten_axes`, `unflatten` and `rearrange!` work out the shape; or write the bound `where {S}: shaped::Reshape<{Self}>`"
    StatesReshape<S: Shape, From, To> OpensReshape, of O: Shape: Regrouped<S, O>;
    /// It is known whether sizes of the shape `Parts` divide an axis, which is `Self`.
    message "cannot split an axis of size `{Self}` by `{Parts}`"
    label "that depends on generic sizes: of a product `(h p)` give all of them, `…; h = H, p = P`"
    note "or write the bound `where {Self}: shaped::SplitAxis<{Parts}>`"
    StatesSplit<Parts: Shape> OpensSplit, of D: StaticSize: Divided<D, Parts>;
    /// It is known whether `H` heads share a width, which is `Self`, evenly.
    message "a width of {Self} is not known to split into {H} heads"
    label "that depends on generic sizes: write the bound `{Self}: shaped::Heads<{H}>`, also of a struct, where it stands for `StaticSize`"
    note "each head has a width of its own, the whole width divided by the number of heads"
    StatesHeads<H: StaticSize> OpensHeads, of D: StaticSize: Shared<D, H>;
    /// It is known whether `G` groups divide channels, of which there are `Self`, evenly.
    message "whether {G} groups share the channels of shape {Of} evenly depends on generic sizes"
    label "write the bound `where {S}: shaped::GroupedChannels<{A}, {G}, {P}>`"
    note "a model of a generic number of channels states it where it is called"
    StatesGroups<G: StaticSize, A, S, P, Of> OpensGroups, of C: StaticSize: Evenly<C, G>;
}

macro_rules! states {
    ($(
        $(#[$about:meta])*
        message $message:literal label $label:literal note $note:literal
        $name:ident<$($t:ident),*> $opens:ident;
    )*) => { $(
        /// What is left open where the verdict is not known. Implemented for shapes, beside the operation (`pool.rs`, `conv.rs`), and so told of them.
        pub trait $opens<$($t),*> {
            /// Nothing, once it is known.
            type Open;
        }

        $(#[$about])*
        #[diagnostic::on_unimplemented(message = $message, label = $label, note = $note)]
        pub trait $name<$($t,)* Open>: $opens<$($t),*> {
            /// `V`, of which nothing is said before that is known.
            type Then<V: Bool>: Bool;
            /// `S`, the same: of what is done with a result nothing more is said.
            type Of<S: Shape>: Shape;
        }
    )* };
}
states! {
    /// It is known whether weights of shape `Self` convolve images of shape `X` by the options `O`.
    message "whether this convolution fits depends on generic sizes"
    label "write the bound `{X}: shaped::Convolve2d<{Self}, {O}, Output = R>`, `R` the shape of the result"
    note "or pad by `Conv::same()`, the type `Conv<One, SamePadding>` of a layer, which fits every height and width, and needs no bound"
    StatesConvolution2d<X, O> OpensConvolution2d;
    /// It is known whether weights of shape `Self` convolve signals of shape `X` by the options `O`.
    message "whether this convolution fits depends on generic sizes"
    label "write the bound `{X}: shaped::Convolve1d<{Self}, {O}, Output = R>`, `R` the shape of the result"
    note "or pad by `Conv::same()`, the type `Conv<One, SamePadding>` of a layer, which fits every length, and needs no bound"
    StatesConvolution1d<X, O> OpensConvolution1d;
    /// It is known whether weights of shape `Self` convolve volumes of shape `X` by the options `O`.
    message "whether this convolution fits depends on generic sizes"
    label "write the bound `{X}: shaped::Convolve3d<{Self}, {O}, Output = R>`, `R` the shape of the result"
    note "or pad by `Conv::same()`, the type `Conv<One, SamePadding>` of a layer, which fits every size, and needs no bound"
    StatesConvolution3d<X, O> OpensConvolution3d;
    /// It is known whether windows fit a shape `Self` by the options `O`.
    message "whether a window fits depends on generic sizes"
    label "write the bound `{Self}: shaped::Pool2d<{O}, Output = R>`, `R` the shape of the result"
    note "or pool by `Pool::tiles` or `Pool::same`, which fit every height and width, and need no bound"
    StatesPool2d<O> OpensPool2d;
    /// It is known whether windows fit a signal of shape `Self` by the options `O`.
    message "whether a window fits depends on generic sizes"
    label "write the bound `{Self}: shaped::Pool1d<{O}, Output = R>`, `R` the shape of the result"
    note "or pool by `Pool::tiles` or `Pool::same`, which fit every length, and need no bound"
    StatesPool1d<O> OpensPool1d;
    /// It is known whether windows fit volumes of shape `Self` by the options `O`.
    message "whether a window fits depends on generic sizes"
    label "write the bound `{Self}: shaped::Pool3d<{O}, Output = R>`, `R` the shape of the result"
    note "or pool by `Pool::tiles` or `Pool::same`, which fit every size, and need no bound"
    StatesPool3d<O> OpensPool3d;
}

/// What is left open where the verdict is not known.
pub(crate) type Open<A> = <Depends<A> as Whether>::Open;
/// A verdict, of which nothing is said before all that is asked is known.
pub(crate) type Sure<A, V> = <Depends<A> as Whether>::Then<V>;
/// The same of a shape.
pub(crate) type SureShape<A, S> = <Depends<A> as Whether>::Of<S>;

/// It is known how two shapes meet.
pub trait Settled {
    /// Nothing, once that is known.
    type Open;
    /// `T`
    type Then<T>;
}

/// The same, for texts: of the supertrait the compiler says nothing where this does not hold.
pub trait Known: Settled {}

macro_rules! settled {
    ($($t:ident)?: $verdict:ty) => {
        #[diagnostic::do_not_recommend]
        impl<$($t)?> Settled for Depends<$verdict> {
            type Open = ();
            type Then<U> = U;
        }
        #[diagnostic::do_not_recommend]
        impl<$($t)?> Known for Depends<$verdict> {}
    };
}
settled!(: ());
never_comes! {
    settled!(T: Absent<T>);
}

/// `K`, once it is known how `R` on the right meets `L`.
type Met<L, R, K = ()> = <<R as MEETS<L>>::Verdict as Outer>::Known<K>;
/// Nothing, once it is known how each pair of three shapes meets.
type AllMet<M, A, B> = Met<M, A, Met<M, B, Met<A, B>>>;

/// What is left open where it is not known how `Self` on the right meets `L`.
///
/// This and what has a text below is implemented for shapes, and not recommended: so the text is told of the two shapes, and not of their verdict,
/// which is long. It has what is open as its parameter, so that no bound is suggested.
#[diagnostic::on_unimplemented(
    message = "nothing is known yet of how `{L}` and `{Self}` broadcast",
    label = "what a mean leaves of `(L, D)` meets it by `mean_keepdim`, without a bound; two shapes of their own state `{L}: shaped::Broadcast<{Self}>`",
    note = "code generic over whole shapes names the operation once, as in `where L: Broadcast<R>`, and its result is `Broadcasted<L, R>`; over sizes or leading axes, `(L, D)`, it needs no bound"
)]
pub trait Opens<L>: MEETS<L> {
    /// Nothing, once it is known.
    type Open;
}
#[diagnostic::do_not_recommend]
impl<L, R: MEETS<L>> Opens<L> for R
where
    Depends<Met<L, R>>: Settled,
{
    type Open = <Depends<Met<L, R>> as Settled>::Open;
}

/// The same of three shapes, each pair of which meets.
#[diagnostic::on_unimplemented(
    message = "nothing is known yet of how a mask of shape `{M}` meets values of shapes `{A}` and `{Self}`",
    label = "state what is needed: `{M}: shaped::Select<{A}, {Self}>`"
)]
pub trait OpensThree<M, A>: Aligns<M> + Aligns<A> {
    /// Nothing, once it is known.
    type Open;
}
#[diagnostic::do_not_recommend]
impl<M, A: Aligns<M>, B: Aligns<M> + Aligns<A>> OpensThree<M, A> for B
where
    Depends<AllMet<M, A, B>>: Settled,
{
    type Open = <Depends<AllMet<M, A, B>> as Settled>::Open;
}

macro_rules! states_of_shapes {
    ($(
        $(#[$about:meta])*
        message $message:literal label $label:literal note $note:literal
        $name:ident<$($t:ident),*> $(: $super:path,)? of $on:ident where [$($bounds:tt)*]: $known:ty;
    )*) => { $(
        $(#[$about])*
        #[diagnostic::on_unimplemented(message = $message, label = $label, note = $note)]
        pub trait $name<$($t,)* Open> $(: $super)? {
            /// `T`, of which nothing is said before that is known.
            type Then<T>;
        }
        #[diagnostic::do_not_recommend]
        impl<$($t,)* $on, Open> $name<$($t,)* Open> for $on
        where
            $($bounds)*
            Depends<$known>: Known,
        {
            type Then<T> = <Depends<$known> as Settled>::Then<T>;
        }
    )* };
}
states_of_shapes! {
    // `Left` and `Right` are the shapes once more, flat.
    /// It is known whether shapes `L` and `Self` broadcast.
    message "cannot broadcast shape {Left} with shape {Right}"
    label "the axes meet in pairs, `{Pairs}`, not all of which are known to be equal, or 1: each `x.unsqueeze(Axis::<-1>)` adds an axis of 1, `mean_keepdim` keeps one"
    note "equal sizes share a parameter; or the bound `where {L}: shaped::Broadcast<{Self}, Output = Both>`, `Both` the shape of the result, asks it of the caller"
    StatesBroadcast<L, Pairs, Left, Right>: OpensAligned<L>, of R where [R: OpensAligned<L>,]: Met<L, R>;
    /// It is known whether a shape `Self` can be assigned to a shape `L`.
    message "cannot assign shape {Right} to shape {Left}"
    label "the axes meet in pairs, `{Pairs}`, not all of which are known to be equal, or 1: each `x.unsqueeze(Axis::<-1>)` adds an axis of 1, `mean_keepdim` keeps one"
    note "equal sizes share a parameter; or write the bound `where {L}: shaped::Assign<{Self}>`"
    StatesAssign<L, Pairs, Left, Right>: OpensAligned<L>, of R where [R: OpensAligned<L>,]: Met<L, R>;
    /// It is known whether an expression of shape `S` can be written to a tensor of shape `Self`.
    message "a result of shape {Left} cannot be written to a tensor of shape {Right}"
    label "the axes meet in pairs, `{Pairs}`, not all of which are known to be equal, or 1: each `x.unsqueeze(Axis::<-1>)` adds an axis of 1, `mean_keepdim` keeps one"
    note "equal sizes share a parameter; or write the bound `where {S}: shaped::AssignTo<{Self}>`"
    StatesAssignTo<S, Pairs, Left, Right>: OpensAligned<S>, of R where [R: OpensAligned<S>,]: Met<S, R>;
    /// It is known whether a shape `S` can be read as the shape `Self`.
    message "cannot broadcast shape {Left} to shape {Right}"
    label "the axes meet in pairs, `{Pairs}`, not all of which are known to be equal, or 1: each `x.unsqueeze(Axis::<-1>)` adds an axis of 1, `mean_keepdim` keeps one"
    note "equal sizes share a parameter; or write the bound `where {S}: shaped::BroadcastTo<{Self}>`"
    StatesBroadcastTo<S, Pairs, Left, Right>: Opens<S>, of R where [R: Opens<S>,]: Met<S, R>;
    /// It is known whether a mask of shape `S` fits scores of the shape `Self`.
    message "cannot attend under a mask of shape {Left} with scores of shape {Right}"
    label "the axes meet in pairs, `{Pairs}`, not all of which are known to be equal, or 1: `mask.unsqueeze(Axis::<1>)` inserts an axis of 1"
    note "equal sizes share a parameter; or write the bound `where Q: shaped::AttendMasked<K, V, {S}, Output = R>`, of the shapes of queries, keys, values and the result"
    StatesMasked<S, Pairs, Left, Right>: Opens<S>, of R where [R: Opens<S>,]: Met<S, R>;
    /// It is known whether the axes in front of queries' steps meet those in front of the steps of keys or values, which are `Self`.
    message "queries of shape {Queries} cannot attend to keys or values of shape {Others}"
    label "in front of the last two axes `{Pairs}` meet, and not all are known to be equal: what is equal has one parameter"
    note "[…, Tq, D], […, Tk, D] and […, Tk, E] -> […, Tq, E]; or write the bound `shaped::Attend<K, V>` of the queries' shape"
    StatesLeading<L, Queries, Others, Pairs>: Opens<L>, of R where [R: Opens<L>,]: Met<L, R>;
    /// It is known whether a mask of shape `M` selects from values of shapes `A` and `Self`.
    message "cannot select by a mask of shape `{M}` from values of shapes `{A}` and `{Self}`"
    label "the mask meets them as `{First}` and `{Second}`, the last axes last, and not all are known to be equal, or 1: `mask.unsqueeze(Axis::<-1>)` adds an axis of 1"
    note "equal sizes share a parameter; or write the bound `where {M}: shaped::Select<{A}, {Self}>`"
    StatesSelect<M, A, First, Second>: OpensThree<M, A>, of B where [A: Aligns<M>, B: OpensThree<M, A>,]: AllMet<M, A, B>;
    /// It is known whether the axes in front of matrices broadcast.
    message "cannot multiply matrices of shape {Left} and shape {Right}"
    label "in front of the matrices `{Pairs}` meet, and not all are known to be equal, or 1: what is equal has one parameter"
    note "[…, M, K] x […, K, N] -> […, M, N]; or write the bound `where {L}: shaped::MatMul<{Self}>`"
    StatesProduct<L, Pairs, Left, Right>: TakesApart<L>, of R where [R: TakesApart<L>, <R::Split as Parts>::Right: MEETS<<R::Split as Parts>::Left>,]:
        Met<<R::Split as Parts>::Left, <R::Split as Parts>::Right>;
    /// It is known whether indices of shape `Self` broadcast with the shape `S`, but for one axis.
    message "cannot take along {A} of shape `{S}` by indices of shape `{Self}`"
    label "but for {A}, `{Pairs}` meet, and not all are known to be equal, or 1: what is equal has one parameter"
    note "the indices have any size on {A}; or write the bound `where {S}: shaped::TakeAlong<{A}, {Self}>`"
    StatesTaken<S, A, Needed, Pairs>: Opens<Needed>, of I where [I: Opens<Needed>,]: Met<Needed, I>;
}
