//! What stands on the right of an operator, and how the result is made beside each left side.
//!
//! There is one implementation of an operator for each left side, and one trait for all that can be on its right. Were there one for each
//! pair, the compiler would list them where elements differ, in place of an answer.
//!
//! That the shapes fit is a bound of the operator and of the methods here, never of an implementation: so the compiler says how they
//! clash, and not that something is not implemented.

#[cfg(feature = "alloc")]
use super::each;
use super::slope::Slopes;
use crate::expr::lazy::{Lazy, Steps};
use crate::expr::sink::Change;
use crate::expr::{self, Zip};
use crate::kind::{Eager, Kind};
use crate::shape::broadcast::{Assign, Broadcast, Broadcasted};
use crate::shape::layout::Layout;
#[cfg(feature = "alloc")]
use crate::shape::layout::RowMajor;
#[cfg(feature = "alloc")]
use crate::shape::run_time;
use crate::shape::verdict::never_comes;
use crate::shape::{Shape, StaticShape};
use crate::tensor::Inline;
#[cfg(feature = "alloc")]
use crate::tensor::Tensor;
use crate::view::{Operand, PartMut, View};

/// What an operator on elements `T` takes on its right: tensors, views and inline tensors of elements `T`, owned or borrowed, lazy
/// expressions of `T`, and one `T` for all elements. No program implements it.
///
/// ```
/// use shaped::prelude::*;
/// let x = tensor![[1.0, 2.0], [3.0, 4.0]];
/// let y = &x + &tensor![10.0, 20.0] - x.transpose() * 2.0;
/// assert_eq!(y, tensor![[9.0, 16.0], [9.0, 16.0]]);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::prelude::*;
/// let y = tensor![1.0, 2.0] + 2; // an integer
/// ```
#[diagnostic::on_unimplemented(
    message = "an operator on elements `{T}` does not take `{Self}`",
    label = "a number is of `{T}` itself, as `2.0` is of floats, `2` of integers, `bf16::from_f32(2.0)` of 16 bits; one side is converted by `y.cast::<{T}>()`, or `x.cast::<f32>()`",
    note = "an array is a tensor by `tensor![…]`, a vector by `Tensor::from_vec(…)?`; a parameter stands with `&`, as `x + &self.bias`, and a lazy expression without; a generic `x: &X` is `x.view()`, its mean `Tensor::of_one(x.mean_all())`"
)]
pub trait RightOperand<T>: Sized {
    /// The shape; none for one value.
    type Shape: Shape;

    /// What kind it is of is asked of this: so the compiler asks for the elements first.
    #[doc(hidden)]
    type Given;

    #[doc(hidden)]
    fn given(self) -> Self::Given;
}

/// What stands on the right of an operator beside a left side of kind `K`: what is of the same kind, parameters, and one value for all elements.
/// No program implements it.
#[diagnostic::on_unimplemented(
    message = "an operator on a tensor of kind `{K}` does not take `{Self}`",
    label = "both sides need to be of one kind: recorded by one tape or trace, or eager; a constant of any kind, as a `forward` and what it calls need it, is `&Buffer::new(y)`",
    note = "`tape.input(&y)`, or `trace.constant(&y)` in a trace, makes an eager tensor a constant; `x.value()` reads what is on a tape; beside all stand a model's `Param` and `Buffer`"
)]
pub trait OfKind<T, K: Kind<T> = Eager> {
    /// What the result is made of: a view where it is only read.
    #[doc(hidden)]
    type Side: Side<Elem = T>;

    /// As that, beside what knows `note`. O(1), no copy.
    #[doc(hidden)]
    fn side(self, note: K::Note) -> Self::Side;
}

/// The right side of an operator.
pub trait Side {
    /// The type of an element.
    type Elem;
    /// The shape; none for one value.
    type Shape: Shape;
}

/// The right side of an assignment.
pub trait Changes: Side {
    /// Changes each element of a slice by this, which is stretched to the shape.
    ///
    /// # Panics
    /// If the slice has not as many elements as the shape, or a run-time axis two sizes.
    #[track_caller]
    fn change<L, F>(self, elements: &mut [Self::Elem], shape: L, f: F)
    where
        L: Shape + Assign<Self::Shape>,
        F: Change<Self::Elem, Self::Elem>;
}

/// The right side of an assignment to a part, whose elements lie apart.
pub trait ChangesApart: Side {
    /// Changes each element of a part by this, which is stretched to the part's shape.
    ///
    /// # Panics
    /// If a run-time axis has two sizes.
    #[track_caller]
    fn change_apart<L, F>(self, part: &mut PartMut<'_, Self::Elem, L>, f: F)
    where
        L: Shape + Assign<Self::Shape>,
        F: Change<Self::Elem, Self::Elem>;
}

/// What comes of a view of kind `K` on the left.
pub trait BesideView<K = Eager>: Side
where
    K: Kind<Self::Elem>,
{
    /// The result.
    type Made<'l, L: Shape + Broadcast<Self::Shape>, Y: Layout<L>, F>
    where
        Self::Elem: 'l;

    /// `f` of each pair of elements, with broadcasting.
    #[track_caller]
    fn beside_view<'l, L, Y, F>(self, left: View<'l, Self::Elem, L, Y, K>, f: F) -> Self::Made<'l, L, Y, F>
    where
        L: Shape + Broadcast<Self::Shape>,
        Y: Layout<L>,
        F: Slopes<Self::Elem>;
}

/// A right side that is computed with at once, or recorded: all but lazy expressions.
#[cfg(feature = "alloc")]
#[diagnostic::on_unimplemented(
    message = "an owned tensor cannot be part of a lazy expression",
    label = "the expression would have to own the tensor",
    note = "borrow the tensor, `&x + expression`, or run the expression first, `x + expression.eval()`"
)]
pub trait BesideOwned<K: Kind<Self::Elem> = Eager>: BesideView<K> {
    /// The result.
    type Tensor<L: Shape + Broadcast<Self::Shape>>;

    /// As [`BesideView::beside_view`], in the left side's memory, if the result has its shape.
    #[track_caller]
    fn beside_owned<L, F>(self, left: Tensor<Self::Elem, L, K>, f: F) -> Self::Tensor<L>
    where
        L: Shape + Broadcast<Self::Shape>,
        F: Slopes<Self::Elem>;
}

/// What comes of an inline tensor on the left, if the result has shape `Z`: of what is in place something in place, of all else a tensor
/// on the heap.
pub trait BesideInline<Z: Shape>: Side {
    /// The result.
    type Made;

    /// `f` of each pair of elements, with broadcasting.
    #[track_caller]
    fn beside_inline<L, F>(self, left: &Inline<Self::Elem, L>, f: F) -> Self::Made
    where
        L: StaticShape + Broadcast<Self::Shape, Output = Z>,
        F: Slopes<Self::Elem>;
}

/// What comes of a borrowed inline tensor on the left, which may become a part of a lazy expression.
pub trait BesideBorrowedInline<Z: Shape>: Side {
    /// The result.
    type Made<'l, L: StaticShape, F>
    where
        Self::Elem: 'l;

    /// `f` of each pair of elements, with broadcasting.
    #[track_caller]
    fn beside_borrowed_inline<'l, L, F>(self, left: &'l Inline<Self::Elem, L>, f: F) -> Self::Made<'l, L, F>
    where
        L: StaticShape + Broadcast<Self::Shape, Output = Z>,
        F: Slopes<Self::Elem>;
}

/// What a right operand is beside a left side of a kind.
pub(super) type SideOf<T, R, K> = <<R as RightOperand<T>>::Given as OfKind<T, K>>::Side;
/// The result for a view on the left.
pub(super) type MadeBesideView<'l, T, L, Y, R, F, K> = <SideOf<T, R, K> as BesideView<K>>::Made<'l, L, Y, F>;
/// The result for an owned tensor on the left.
#[cfg(feature = "alloc")]
pub(super) type MadeBesideOwned<T, L, R, K> = <SideOf<T, R, K> as BesideOwned<K>>::Tensor<L>;
/// The result for a borrowed inline tensor on the left.
pub(super) type MadeBesideBorrowedInline<'l, T, L, R, F> =
    <SideOf<T, R, Eager> as BesideBorrowedInline<Broadcasted<L, <R as RightOperand<T>>::Shape>>>::Made<'l, L, F>;
/// The result for an inline tensor on the left.
pub(super) type MadeBesideInline<T, L, R> =
    <SideOf<T, R, Eager> as BesideInline<Broadcasted<L, <R as RightOperand<T>>::Shape>>>::Made;

/// One value for all elements.
pub struct Scalar<T>(T);

/// What the operands become: a row for each, of elements `T` and shape `R`, of one kind or of any.
macro_rules! sides {
    ($($(#[$alloc:meta])? [$($generics:tt)*] [$($kinds:tt)*] $right:ty => $shape:ty, $kind:ty, $given:ty, $side:ty, $this:ident $with:expr, $as_side:expr;)*) => { $(
        $(#[$alloc])?
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> RightOperand<T> for $right {
            type Shape = $shape;
            type Given = $given;
            #[inline(always)]
            fn given(self) -> $given {
                let $this = self;
                $with
            }
        }

        $(#[$alloc])?
        #[diagnostic::do_not_recommend]
        impl<$($generics)* $($kinds)*> OfKind<T, $kind> for $given {
            type Side = $side;
            #[inline(always)]
            fn side(self, _note: <$kind as Kind<T>>::Note) -> $side {
                let $this = self;
                $as_side
            }
        }
    )* };
}
sides! {
    #[cfg(feature = "alloc")] [T: Clone, R: Shape, K: Kind<T>] []
        Tensor<T, R, K> => R, K, Tensor<T, R, K>, Tensor<T, R, K>, x x, x;
    #[cfg(feature = "alloc")] ['r, T: Clone, R: Shape, K: Kind<T>] []
        &'r Tensor<T, R, K> => R, K, &'r Tensor<T, R, K>, View<'r, T, R, RowMajor, K>, x x, x.view();
    ['r, T: Clone, R: Shape, Z: Layout<R>, K: Kind<T>] [] View<'r, T, R, Z, K> => R, K, View<'r, T, R, Z, K>, View<'r, T, R, Z, K>, x x, x;
    [T: Clone, R: StaticShape] [] Inline<T, R> => R, Eager, Inline<T, R>, Inline<T, R>, x x, x;
    ['i, T: Clone, R: StaticShape] [] &'i Inline<T, R> => R, Eager, &'i Inline<T, R>, &'i Inline<T, R>, x x, x;
    [T, E: Steps<Item = T>, R: Shape] [] Lazy<E, R> => R, Eager, Lazy<E, R>, Lazy<E, R>, x x, x;
    [T: Clone] [, K: Kind<T>] T => (), K, Scalar<T>, Scalar<T>, x Scalar(x), x;
}

#[diagnostic::do_not_recommend]
impl<'r, T: Clone, R: Shape, Z: Layout<R>, K: Kind<T>> RightOperand<T> for &View<'r, T, R, Z, K> {
    type Shape = R;
    type Given = View<'r, T, R, Z, K>;
    #[inline(always)]
    fn given(self) -> View<'r, T, R, Z, K> {
        *self
    }
}

never_comes! {
    #[diagnostic::do_not_recommend]
    impl<R> RightOperand<Absent> for &R {
        type Shape = ();
        type Given = Self;
        fn given(self) -> Self {
            self
        }
    }

    #[cfg(feature = "alloc")]
    #[diagnostic::do_not_recommend]
    impl<T, R: Shape, K: Kind<T>> RightOperand<Absent> for Tensor<T, R, K> {
        type Shape = ();
        type Given = Self;
        fn given(self) -> Self {
            self
        }
    }

    #[diagnostic::do_not_recommend]
    impl<T, R: Shape, Z: Layout<R>, K: Kind<T>> RightOperand<Absent> for View<'_, T, R, Z, K> {
        type Shape = ();
        type Given = Self;
        fn given(self) -> Self {
            self
        }
    }

    #[diagnostic::do_not_recommend]
    impl<R: Shape> RightOperand<Absent> for Lazy<Absent, R> {
        type Shape = ();
        type Given = Self;
        fn given(self) -> Self {
            self
        }
    }
}

#[cfg(feature = "alloc")]
never_comes! {
    impl<T> Side for Absent<T> {
        type Elem = T;
        type Shape = ();
    }

    impl<T, K: Kind<T>> BesideView<K> for Absent<T> {
        type Made<'l, L: Shape + Broadcast<()>, Y: Layout<L>, F>
            = Self
        where
            T: 'l;
        #[track_caller]
        fn beside_view<'l, L: Shape + Broadcast<()>, Y: Layout<L>, F>(self, _: View<'l, T, L, Y, K>, _: F) -> Self
        where
            F: Slopes<T>,
        {
            self
        }
    }

    impl<T, K: Kind<T>> BesideOwned<K> for Absent<T> {
        type Tensor<L: Shape + Broadcast<()>> = Self;
        #[track_caller]
        fn beside_owned<L: Shape + Broadcast<()>, F: Slopes<T>>(self, _: Tensor<T, L, K>, _: F) -> Self {
            self
        }
    }
}

/// How a side changes elements, and those of a part: a row for each.
macro_rules! changes {
    ($($(#[$alloc:meta])? [$($generics:tt)*] $right:ty => $shape:ty, $this:ident, $elements:ident, $to:ident, $g:ident $change:expr;
        $part:ident $apart:expr;)*) => { $(
        $(#[$alloc])?
        impl<$($generics)*> Changes for $right {
            #[inline]
            #[track_caller]
            fn change<L: Shape + Assign<$shape>, F: Change<T, T>>(self, $elements: &mut [T], $to: L, $g: F) {
                let $this = self;
                $change
            }
        }

        $(#[$alloc])?
        impl<$($generics)*> ChangesApart for $right {
            #[inline]
            #[track_caller]
            fn change_apart<L: Shape + Assign<$shape>, F: Change<T, T>>(self, $part: &mut PartMut<'_, T, L>, $g: F) {
                let ($this, $g) = (self, $g);
                $apart
            }
        }
    )* };
}
changes! {
    #[cfg(feature = "alloc")] [T: Clone, R: Shape] Tensor<T, R> => R, x, elements, shape, f expr::change(elements, shape, &x, f);
        part expr::change_apart(part, &x, f);
    [T: Clone, R: Shape, Z: Layout<R>] View<'_, T, R, Z> => R, x, elements, shape, f expr::change(elements, shape, &x, f);
        part expr::change_apart(part, &x, f);
    [T: Clone, R: StaticShape] Inline<T, R> => R, x, elements, shape, f expr::change(elements, shape, &x, f);
        part expr::change_apart(part, &x, f);
    [T: Clone, R: StaticShape] &Inline<T, R> => R, x, elements, shape, f expr::change(elements, shape, x, f);
        part expr::change_apart(part, x, f);
    [T: Clone] Scalar<T> => (), x, elements, _shape, f expr::change_by(elements, x.0, f);
        part { let mut f = f; part.map_in_place(|to| f.change(to, x.0.clone())) };
}

impl<T, E: Steps<Item = T>, R: Shape> Changes for Lazy<E, R> {
    #[inline]
    #[track_caller]
    fn change<L: Shape + Assign<R>, F: Change<T, T>>(self, elements: &mut [T], shape: L, f: F) {
        Lazy::change(self, elements, shape, f);
    }
}

impl<T, E: Steps<Item = T>, R: Shape> ChangesApart for Lazy<E, R> {
    #[inline]
    #[track_caller]
    fn change_apart<L: Shape + Assign<R>, F: Change<T, T>>(self, part: &mut PartMut<'_, T, L>, f: F) {
        Lazy::change_apart(self, part, f);
    }
}

/// What a side gives beside views and owned tensors: a row for each.
macro_rules! eager {
    ($($(#[$alloc:meta])? [$($generics:tt)*] [$($kinds:tt)*] $right:ty => $shape:ty, $kind:ty;
        beside($this:ident, $left:ident, $f:ident) $beside:expr;
        owned($owned:ident) $beside_owned:expr;)*) => { $(
        $(#[$alloc])?
        impl<$($generics)*> Side for $right {
            type Elem = T;
            type Shape = $shape;
        }

        #[cfg(feature = "alloc")]
        impl<$($generics)* $($kinds)*> BesideView<$kind> for $right {
            type Made<'l, L: Shape + Broadcast<$shape>, Y: Layout<L>, F>
                = Tensor<T, Broadcasted<L, $shape>, $kind>
            where
                T: 'l;
            #[inline]
            #[track_caller]
            fn beside_view<'l, L, Y, F>(
                self,
                $left: View<'l, T, L, Y, $kind>,
                $f: F,
            ) -> Tensor<T, Broadcasted<L, $shape>, $kind>
            where
                L: Shape + Broadcast<$shape>,
                Y: Layout<L>,
                F: Slopes<T>,
            {
                let $this = self;
                $beside
            }
        }

        #[cfg(feature = "alloc")]
        impl<$($generics)* $($kinds)*> BesideOwned<$kind> for $right {
            type Tensor<L: Shape + Broadcast<$shape>> = Tensor<T, Broadcasted<L, $shape>, $kind>;
            #[inline]
            #[track_caller]
            fn beside_owned<L, F>(self, $owned: Tensor<T, L, $kind>, $f: F) -> Tensor<T, Broadcasted<L, $shape>, $kind>
            where
                L: Shape + Broadcast<$shape>,
                F: Slopes<T>,
            {
                let $this = self;
                $beside_owned
            }
        }
    )* };
}
eager! {
    [T: Clone, R: Shape, Z: Layout<R>, K: Kind<T>] [] View<'_, T, R, Z, K> => R, K;
    beside(right, left, f) each::pair(left, right, f);
    owned(left) each::pair_into(left, right, f);

    [T: Clone, R: StaticShape] [] Inline<T, R> => R, Eager;
    beside(right, left, f) each::pair(left, right.view(), f);
    owned(left) each::pair_into(left, right.view(), f);

    [T: Clone, R: StaticShape] [] &Inline<T, R> => R, Eager;
    beside(right, left, f) each::pair(left, right.view(), f);
    owned(left) each::pair_into(left, right.view(), f);

    // In its own memory, if the result has its shape, and the left side has no memory of that shape.
    #[cfg(feature = "alloc")]
    [T: Clone, R: Shape, K: Kind<T>] [] Tensor<T, R, K> => R, K;
    beside(right, left, f) each::pair_into_right(left, right, f);
    owned(left) if expr::has_shape_of::<L, Broadcasted<L, R>>() {
        each::pair_into(left, right.view(), f)
    } else {
        each::pair_into_right(left.view(), right, f)
    };

    [T: Clone] [, K: Kind<T>] Scalar<T> => (), K;
    beside(right, left, f) each::with(left, right.0, f, run_time::broadcast(left.shape(), ()));
    owned(left) {
        let shape = run_time::broadcast(left.shape(), ());
        each::with_into(left, right.0, f, shape)
    };
}

impl<T, E: Steps<Item = T>, R: Shape> Side for Lazy<E, R> {
    type Elem = T;
    type Shape = R;
}

/// The left side becomes a part of the expression.
impl<T: Clone, E: Steps<Item = T>, R: Shape> BesideView for Lazy<E, R> {
    type Made<'l, L: Shape + Broadcast<R>, Y: Layout<L>, F>
        = Lazy<Zip<View<'l, T, L, Y>, E, F>, Broadcasted<L, R>>
    where
        T: 'l;
    #[inline]
    #[track_caller]
    fn beside_view<'l, L, Y, F>(self, left: View<'l, T, L, Y>, f: F) -> Self::Made<'l, L, Y, F>
    where
        L: Shape + Broadcast<R>,
        Y: Layout<L>,
        F: Slopes<T>,
    {
        Lazy::over(left).with(self, f)
    }
}

/// Beside an inline tensor: a row for each side.
macro_rules! beside_inline {
    ($($(#[$alloc:meta])? [$($generics:tt)*] $right:ty, $shape:ty => $z:ident $made:ty, $this:ident $left:ident $f:ident $how:expr;)*) => { $(
        $(#[$alloc])?
        impl<$($generics)*, Z: $z> BesideInline<Z> for $right {
            type Made = $made;
            #[inline]
            #[track_caller]
            fn beside_inline<L, F>(self, $left: &Inline<T, L>, $f: F) -> $made
            where
                L: StaticShape + Broadcast<$shape, Output = Z>,
                F: Slopes<T>,
            {
                let $this = self;
                $how
            }
        }

        $(#[$alloc])?
        impl<$($generics)*, Z: $z> BesideBorrowedInline<Z> for $right {
            type Made<'l, L: StaticShape, F>
                = $made
            where
                T: 'l;
            #[inline]
            #[track_caller]
            fn beside_borrowed_inline<L, F>(self, left: &Inline<T, L>, f: F) -> $made
            where
                L: StaticShape + Broadcast<$shape, Output = Z>,
                F: Slopes<T>,
            {
                self.beside_inline(left, f)
            }
        }
    )* };
}
beside_inline! {
    [T: Clone, R: StaticShape] Inline<T, R>, R => StaticShape Inline<T, Z>,
        x left f Inline::from_nested(expr::binary_inline(left, &x, f));
    [T: Clone, R: StaticShape] &Inline<T, R>, R => StaticShape Inline<T, Z>,
        x left f Inline::from_nested(expr::binary_inline(left, x, f));
    [T: Clone] Scalar<T>, () => StaticShape Inline<T, Z>,
        x left f Inline::from_nested(expr::with_scalar_inline(left, x.0, f));
    #[cfg(feature = "alloc")] [T: Clone, R: Shape] Tensor<T, R>, R => Shape Tensor<T, Z>,
        x left f BesideView::<Eager>::beside_view(x, left.view(), f);
    #[cfg(feature = "alloc")] [T: Clone, R: Shape, Y: Layout<R>] View<'_, T, R, Y>, R => Shape Tensor<T, Z>,
        x left f BesideView::<Eager>::beside_view(x, left.view(), f);
}

impl<T: Clone, E: Steps<Item = T>, R: Shape, Z: Shape> BesideBorrowedInline<Z> for Lazy<E, R> {
    type Made<'l, L: StaticShape, F>
        = Lazy<Zip<View<'l, T, L>, E, F>, Z>
    where
        T: 'l;
    #[inline]
    #[track_caller]
    fn beside_borrowed_inline<'l, L, F>(self, left: &'l Inline<T, L>, f: F) -> Self::Made<'l, L, F>
    where
        L: StaticShape + Broadcast<R, Output = Z>,
        F: Slopes<T>,
    {
        BesideView::<Eager>::beside_view(self, left.view(), f)
    }
}
