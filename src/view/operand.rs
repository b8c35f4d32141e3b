//! What can be read from any tensor or view.

use super::{Iter, View, ViewMut};
use crate::kind::{Eager, Kind, Numbers};
use crate::shape::Shape;
use crate::shape::diagnostics::{Contiguous, HasLength};
use crate::shape::layout::{Layout, RowMajor, Strided};
use crate::shape::list::Sizes;
use crate::shape::permute::{Transpose, Transposed};
use crate::shape::rank::Rank;
use crate::shape::reshape::{Flatten, Flattened};
use crate::shape::verdict::never_comes;

/// The strides of a shape, outermost axis first.
pub(crate) type StridesOf<S> = <<S as Shape>::Rank as Rank>::Array<isize>;

/// Anything that has a shape and can be read: [`Tensor`](crate::Tensor), [`Inline`](crate::Inline), [`View`],
/// [`ViewMut`](crate::ViewMut), and references to them.
///
/// Its methods work on all of them alike. It is sealed: the types of this crate are all there are.
///
/// Code that takes any of them, `x: &X`, has all methods, and operators by its view, `x.view() + y`: of `&X` itself the compiler knows no `Add`
/// (E0369), and there is no bound that says it. `x.to_tensor()` is a tensor, which a function of tensors takes.
///
/// ```
/// use shaped::{Eager, prelude::*};
/// fn halfway<X: Operand<Elem = f32, Shape = shape![2], Kind = Eager>>(x: &X, to: &Tensor<f32, shape![2]>) -> Tensor<f32, shape![2]> {
///     x.view() * 0.5 + to * 0.5
/// }
/// assert_eq!(halfway(&tensor![1.0, 2.0], &tensor![3.0, 4.0]), tensor![2.0, 3.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no tensor or view",
    label = "a tensor or view is needed: of a lazy expression `eval()`, of a part `view()`; a parameter becomes one by `tape.parameter(&p)`, in a `forward` by `x.to_tensor().with(&p)`, `x` being its input",
    note = "what a tape gives has a gradient, and `p.value()` reads a parameter without one; of a pair, an output with its state, it is `let (y, state) = …`; rows are gone over by `x.axis_iter(Axis::<0>)`"
)]
#[allow(clippy::len_without_is_empty)] // a length of vectors, not of a container
pub trait Operand:
    sealed::Sealed
    + Beside<
        <Self as Operand>::Elem,
        <Self as Operand>::Kind,
        Size = <Self as Operand>::Shape,
        Lie = <Self as Operand>::Layout,
        Of = <Self as Operand>::Elem,
        In = <Self as Operand>::Kind,
    >
{
    /// The type of an element.
    type Elem;

    /// How it is computed, and what is computed of it.
    type Kind: Kind<Self::Elem>;

    /// The shape.
    type Shape: Shape;

    /// How the elements lie in memory.
    #[doc(hidden)]
    type Layout: Layout<Self::Shape>;

    /// The same elements as a view. O(1), no copy.
    #[rustfmt::skip] // the compiler shows this line, and two below, to who gives arguments as in PyTorch
    fn view(&self) // of the shape that it has; of another one: `x.reshape::<shape![3, 2]>()`
    -> View<'_, Self::Elem, Self::Shape, Self::Layout, Self::Kind>;

    /// The sizes, outermost axis first. NumPy's `x.shape`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(Tensor::<f32, shape![4, 32, 1]>::zeros().sizes(), [4, 32, 1]);
    /// ```
    #[inline]
    fn sizes(&self) -> Sizes<Self::Shape> {
        self.view().shape().sizes()
    }

    /// As [`sizes`](Self::sizes), by the name that it has in NumPy, PyTorch and ndarray.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![4, 32]> = Tensor::zeros();
    /// assert_eq!((x.shape(), x.shape()[1]), ([4, 32], 32));
    /// ```
    #[inline]
    fn shape(&self) -> Sizes<Self::Shape> {
        self.sizes()
    }

    /// The strides in elements, outermost axis first; 0 for a stretched axis. PyTorch's `x.stride()`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![32, 1, 1]> = Tensor::zeros();
    /// assert_eq!(x.strides(), [1, 1, 1]);
    /// assert_eq!(x.broadcast_to::<shape![4, 32, 14, 14]>().strides(), [0, 1, 0, 0]);
    /// ```
    #[inline]
    fn strides(&self) -> StridesOf<Self::Shape> {
        let from = self.view().strides_by_axis();
        let mut strides = <<Self::Shape as Shape>::Rank as Rank>::fill(0);
        for (to, from) in strides.as_mut().iter_mut().rev().zip(from) {
            *to = from;
        }
        strides
    }

    /// The number of elements, stretched ones counted as often as they are read. NumPy's `x.size`.
    #[inline]
    fn numel(&self) -> usize {
        self.view().shape().numel()
    }

    /// The number of axes. NumPy's `x.ndim`.
    #[inline]
    fn rank(&self) -> usize {
        Self::Shape::RANK
    }

    /// As [`rank`](Self::rank), by the name that it has in NumPy, PyTorch and ndarray.
    #[inline]
    fn ndim(&self) -> usize {
        self.rank()
    }

    /// The number of elements of a vector: `[n]`. Of other shapes NumPy, PyTorch and ndarray mean two things by it, so there are only
    /// [`numel`](Self::numel), all elements, and `x.sizes()[0]`, the rows.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![1.0, 2.0, 3.0].len(), 3);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1.0], [2.0]].len(); // 2 elements, or 2 rows?
    /// ```
    #[inline]
    fn len(&self) -> usize
    where
        Self::Shape: HasLength<<Self::Shape as Shape>::Shown>,
    {
        self.numel()
    }

    /// The element at an index, or `None` outside the shape. An index with the wrong number of axes does not compile.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// assert_eq!((x.get([1, 0]), x.get([2, 0])), (Some(&3), None));
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use shaped::prelude::*;
    /// tensor![[1, 2], [3, 4]].get([1]);
    /// ```
    #[inline]
    fn get(&self, index: Sizes<Self::Shape>) -> Option<&Self::Elem>
    where
        Self::Kind: Numbers<Self::Elem>,
    {
        self.view().numbers().element(index.as_ref())
    }

    /// The elements in row-major order, stretched ones as often as they are read. NumPy's `x.flat`.
    #[inline]
    fn iter(&self) -> Iter<'_, Self::Elem>
    where
        Self::Kind: Numbers<Self::Elem>,
    {
        Iter::new(&self.view().numbers())
    }

    /// The same elements with the last two axes exchanged: `[4, 2, 3]` -> `[4, 3, 2]`. NumPy's `x.mT`, PyTorch's
    /// `x.transpose(-2, -1)`. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.transpose().to_tensor(), tensor![[1, 4], [2, 5], [3, 6]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 2, 3].transpose();
    /// ```
    #[doc(alias = "mT")]
    #[inline]
    #[rustfmt::skip]
    fn transpose(&self) // exchanges the last two axes; any two: `x.swap_axes(Axis::<0>, Axis::<1>)`
    -> View<'_, Self::Elem, Transposed<Self::Shape>, Strided, Self::Kind>
    where
        Self::Shape: Transpose,
    {
        self.view().transpose()
    }

    /// As [`transpose`](Self::transpose), by PyTorch's name for matrices: `[M, N]` -> `[N, M]`. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![[1, 2, 3]].t().sizes(), [3, 1]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 2, 3].t();
    /// ```
    #[inline]
    fn t(&self) -> View<'_, Self::Elem, Transposed<Self::Shape>, Strided, Self::Kind>
    where
        Self::Shape: Transpose,
    {
        self.view().transpose()
    }

    /// The same elements, row by row, on one axis: `[7, 7, 512]` -> `[25088]`. NumPy's `x.ravel()`, PyTorch's `x.flatten()`. The
    /// shape is static and the elements lie row by row, as for [`reshape`](crate::Reshapes::reshape). O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// assert_eq!(x.flatten().to_tensor(), tensor![1, 2, 3, 4]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2], [3, 4]].transpose().flatten();
    /// ```
    #[inline]
    #[rustfmt::skip]
    fn flatten(&self) // of all axes one; of some: `x.flatten_axes(Axis::<1>, Axis::<-1>)`
    -> View<'_, Self::Elem, Flattened<Self::Shape>, RowMajor, Self::Kind>
    where
        Self::Shape: Flatten,
        Flattened<Self::Shape>: Contiguous<Self::Layout, <Self::Shape as Shape>::Shown>,
    {
        self.view().flatten()
    }
}

/// What is an operand: what it is of, as its view says it, and how it is viewed.
macro_rules! operand {
    ([$($generics:tt)*] $type:ty: View<$elem:ty, $shape:ty, $layout:ty, $kind:ty>, |$this:ident| $view:expr) => {
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> $crate::view::Operand for $type {
            type Elem = $elem;
            type Kind = $kind;
            type Shape = $shape;
            type Layout = $layout;
            #[inline(always)]
            fn view(&self) -> $crate::view::View<'_, $elem, $shape, $layout, $kind> {
                let $this = self;
                $view
            }
        }
    };
}
pub(crate) use operand;

operand! { [T, S: Shape, Y: Layout<S>, K: Kind<T>] View<'_, T, S, Y, K>: View<T, S, Y, K>, |x| *x }
operand! { [X: Operand] &X: View<X::Elem, X::Shape, X::Layout, X::Kind>, |x| (**x).view() }

/// An operand whose elements are there, computed at once: any but those that a tape records. What asks for it has no gradient. Sealed.
#[diagnostic::on_unimplemented(
    message = "this operation reads the numbers of an eager tensor, and `{Self}` is none",
    label = "an eager tensor or view is needed: an array becomes one by `&tensor![…]`, what a tape records by `x.value()`",
    note = "indices are `&tensor![0usize, 3]`, a mask is `&tensor![true, false]`; what is computed of `x.value()` is a constant, and a trace records no numbers"
)]
pub trait Values: Operand<Kind = Eager> {}
#[diagnostic::do_not_recommend]
impl<T, S: Shape, Y: Layout<S>> Values for View<'_, T, S, Y> {}
#[diagnostic::do_not_recommend]
impl<T, S: Shape> Values for ViewMut<'_, T, S> {}
#[diagnostic::do_not_recommend]
impl<X: Values> Values for &X {}

/// An operand whose elements, `E`, are `T`. (Its text says both; that `Elem` is another type, the compiler would say in words of its own.)
#[diagnostic::on_unimplemented(
    message = "the elements are `{E}` where `{T}` are needed",
    label = "elements are not converted by themselves: write `y.cast::<{T}>()` of what has `{E}`, and numbers as `1.0`"
)]
pub trait OfElements<T, E>: Values<Elem = T> {}
#[diagnostic::do_not_recommend]
impl<T, X: Values<Elem = T> + ?Sized> OfElements<T, T> for X {}

/// What stands beside an operand of elements `T` and kind `K` in an operation of both: operands of the same elements and the same kind.
/// No program implements it.
pub trait Beside<T, K: Kind<T> = Eager>: Stands<T, K> {
    /// As a view of that kind, which says by `note` how it is computed.
    #[doc(hidden)]
    fn beside(&self, note: K::Note) -> View<'_, T, Self::Size, Self::Lie, K>;
}
impl<T, K, X> Beside<T, K> for X
where
    T: SameElements<X::Of>,
    K: Kind<T> + Kind<X::Of> + OneKind<X::In>,
    X: Stands<T, K> + ?Sized,
{
    #[inline(always)]
    fn beside(&self, note: <K as Kind<T>>::Note) -> View<'_, T, X::Size, X::Lie, K> {
        T::view(self, note)
    }
}

/// An operand, or what becomes one of kind `K`, whatever its elements are and whatever kind it is of: so the compiler asks for these by themselves, of
/// [`SameElements`] and [`OneKind`].
#[diagnostic::on_unimplemented(
    message = "this is no operand, and no `{T}`",
    label = "write a number, where one will do, as `2.0`, another type's as `n as {T}`, an array as `&tensor![…]`, a lazy expression as `&y.eval()`",
    note = "operands are tensors and views, `&y`; many are joined by `shaped::concat_all([&x, &y, &z], Axis::<0>)` or `stack_all`"
)]
pub trait Stands<T, K: Kind<T> = Eager> {
    /// The type of its elements.
    type Of;
    /// Its shape.
    type Size: Shape;
    /// How its elements lie in memory.
    #[doc(hidden)]
    type Lie: Layout<Self::Size>;
    /// The kind that it is of.
    type In: Kind<Self::Of>;

    /// As a view, which says by `note` how it is computed if it is of no kind by itself.
    #[doc(hidden)]
    fn stand(&self, note: <K as Kind<Self::Of>>::Note) -> View<'_, Self::Of, Self::Size, Self::Lie, Self::In>
    where
        K: Kind<Self::Of>;
}
#[diagnostic::do_not_recommend]
impl<T, E, S: Shape, Y: Layout<S>, L: Kind<E>, K: Kind<T>> Stands<T, K> for View<'_, E, S, Y, L> {
    type Of = E;
    type Size = S;
    type Lie = Y;
    type In = L;
    #[inline(always)]
    fn stand(&self, _note: <K as Kind<E>>::Note) -> Self
    where
        K: Kind<E>,
    {
        *self
    }
}
#[diagnostic::do_not_recommend]
impl<T, E, S: Shape, K: Kind<T>> Stands<T, K> for ViewMut<'_, E, S> {
    type Of = E;
    type Size = S;
    type Lie = RowMajor;
    type In = Eager;
    #[inline(always)]
    fn stand(&self, _note: <K as Kind<E>>::Note) -> View<'_, E, S>
    where
        K: Kind<E>,
    {
        self.view()
    }
}
#[diagnostic::do_not_recommend]
impl<T, K: Kind<T>, X: Stands<T, K>> Stands<T, K> for &X {
    type Of = X::Of;
    type Size = X::Size;
    type Lie = X::Lie;
    type In = X::In;
    #[inline(always)]
    fn stand(&self, note: <K as Kind<X::Of>>::Note) -> View<'_, X::Of, X::Size, X::Lie, X::In>
    where
        K: Kind<X::Of>,
    {
        (**self).stand(note)
    }
}

/// The kind itself. Of an operand of another kind than the one beside it this is what does not hold, and its text says both.
#[diagnostic::on_unimplemented(
    message = "an operand of kind `{L}` beside a tensor of kind `{Self}`",
    label = "both need to be of one kind: recorded by one tape or trace, or eager; `tape.input(&y)` records an eager tensor",
    note = "`trace.constant(&y)` makes it a constant of a trace; `y.value()` reads what is on a tape; beside all stand a model's `Param` and `Buffer`, which a `forward` has its constants in"
)]
pub trait OneKind<L>: Sized {
    /// What is of kind `L`, as a view of this one.
    #[doc(hidden)]
    fn view<E, S: Shape, Y: Layout<S>>(x: View<'_, E, S, Y, L>) -> View<'_, E, S, Y, Self>
    where
        L: Kind<E>,
        Self: Kind<E>;
}
#[diagnostic::do_not_recommend]
impl<K> OneKind<K> for K {
    #[inline(always)]
    fn view<E, S: Shape, Y: Layout<S>>(x: View<'_, E, S, Y, K>) -> View<'_, E, S, Y, K>
    where
        K: Kind<E>,
    {
        x
    }
}

/// The type itself. Of an operand of other elements than those beside it this is what does not hold, and its text says both. (There is one
/// implementation, by which the elements are inferred where they are open.)
#[diagnostic::on_unimplemented(
    message = "elements `{E}` beside elements `{Self}`: both operands need the same type",
    label = "elements are not converted by themselves: write `y.cast::<{Self}>()` of what has `{E}`, and numbers as `1.0`"
)]
pub trait SameElements<E>: Sized {
    /// What has elements `E`, as a view beside one that knows `note`.
    #[doc(hidden)]
    fn view<'a, X, K>(x: &'a X, note: <K as Kind<Self>>::Note) -> View<'a, Self, X::Size, X::Lie, K>
    where
        X: Stands<Self, K, Of = E> + ?Sized,
        K: Kind<Self> + Kind<E> + OneKind<X::In>;
}
#[diagnostic::do_not_recommend]
impl<T> SameElements<T> for T {
    #[inline(always)]
    fn view<'a, X, K>(x: &'a X, note: K::Note) -> View<'a, T, X::Size, X::Lie, K>
    where
        X: Stands<T, K, Of = T> + ?Sized,
        K: Kind<T> + OneKind<X::In>,
    {
        K::view(x.stand(note))
    }
}

never_comes! {
    #[diagnostic::do_not_recommend]
    impl<T, E, K: Kind<E>> Stands<E, K> for Absent<T> {
        type Of = E;
        type Size = ();
        type Lie = RowMajor;
        type In = K;
        fn stand(&self, _: K::Note) -> View<'_, E, (), RowMajor, K>
        where
            K: Kind<E>,
        {
            self.never()
        }
    }
}

/// Anything whose elements can be changed: [`Tensor`](crate::Tensor), [`Inline`](crate::Inline) and [`ViewMut`]. Sealed.
#[diagnostic::on_unimplemented(
    message = "elements of `{Self}` cannot be changed in place",
    label = "an eager tensor that is owned, or a mutable view of one, is needed",
    note = "what is recorded stays as it is: compute a new tensor, or change an eager one before it is made a constant"
)]
pub trait OperandMut: Values<Layout = RowMajor> {
    /// The same elements as a mutable view. O(1), no copy.
    fn to_view_mut(&mut self) -> ViewMut<'_, Self::Elem, Self::Shape>;
}

impl<T, S: Shape> OperandMut for ViewMut<'_, T, S> {
    #[inline(always)]
    fn to_view_mut(&mut self) -> ViewMut<'_, T, S> {
        self.reborrow()
    }
}

pub(crate) mod sealed {
    use super::*;

    /// What only this crate implements.
    pub trait Sealed {}
    impl<T, S: Shape, Y: Layout<S>, K: Kind<T>> Sealed for View<'_, T, S, Y, K> {}
    impl<T, S: Shape> Sealed for ViewMut<'_, T, S> {}
    impl<X: Sealed> Sealed for &X {}
}
