//! Lazy expressions: a chain of operations as a type, run in one pass.

use super::node::{FnMut1, FnMut2};
use super::sink::Change;
use super::{Expr, Map, Value, Zip, reduce};
use crate::kernels::rows::Reducer;
use crate::shape::broadcast::{Assign, AssignTo, Broadcast, Broadcasted};
use crate::shape::diagnostics::{IndexOfLazy, without_elements};
use crate::shape::layout::Layout;
#[cfg(feature = "alloc")]
use crate::shape::reduce::Reduce;
use crate::shape::{Shape, StaticShape, run_time};
#[cfg(feature = "alloc")]
use crate::storage::Buffer;
use crate::storage::Nested;
use crate::view::{PartMut, View};

/// An expression that can be read at every shape that it fits.
pub trait Steps {
    /// An element.
    type Item;
    /// The same at one shape.
    type At<O: Shape>: Expr<O, Item = Self::Item>;
    fn at<O: Shape>(self) -> Self::At<O>;
}

impl<T: Clone, S: Shape, Y: Layout<S>> Steps for View<'_, T, S, Y> {
    type Item = T;
    type At<O: Shape> = Self;
    #[inline(always)]
    fn at<O: Shape>(self) -> Self {
        self
    }
}

impl<T: Clone> Steps for Value<T> {
    type Item = T;
    type At<O: Shape> = Self;
    #[inline(always)]
    fn at<O: Shape>(self) -> Self {
        self
    }
}

impl<E: Steps, F: FnMut1<E::Item>> Steps for Map<E, F> {
    type Item = F::Output;
    type At<O: Shape> = Map<E::At<O>, F>;
    #[inline(always)]
    fn at<O: Shape>(self) -> Self::At<O> {
        Map(self.0.at(), self.1)
    }
}

impl<A: Steps, B: Steps, F: FnMut2<A::Item, B::Item>> Steps for Zip<A, B, F> {
    type Item = F::Output;
    type At<O: Shape> = Zip<A::At<O>, B::At<O>, F>;
    #[inline(always)]
    fn at<O: Shape>(self) -> Self::At<O> {
        Zip(self.0.at(), self.1.at(), self.2)
    }
}

/// An expression of shape `S` that has not been run: [`lazy`](crate::methods::LazyExpressions::lazy) starts one.
///
/// `+ - * / %` and functions add to it; `eval`, `eval_inline`, `assign_to`, `+=` and reductions run it, in one pass and without
/// temporaries. It is not `Clone` (for if it were, it might itself be a scalar operand): write a function that makes it.
///
/// Every operand of the expression fits the shape, which the loops compare once more by the numbers.
#[must_use = "an expression does nothing before `eval`, `assign_to` or a reduction"]
pub struct Lazy<E, S> {
    expr: E,
    shape: S,
}

/// The shape: `Lazy { shape: [2, 3], .. }`. Nothing is computed.
impl<E, S: Shape> core::fmt::Debug for Lazy<E, S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Lazy").field("shape", &self.shape.sizes().as_ref()).finish_non_exhaustive()
    }
}

// There are none before it is evaluated.
without_elements! { IndexOfLazy: [E, S,] Lazy<E, S>; }

impl<'a, T: Clone, S: Shape, Y: Layout<S>> Lazy<View<'a, T, S, Y>, S> {
    #[inline(always)]
    pub(crate) fn over(view: View<'a, T, S, Y>) -> Self {
        Lazy { expr: view, shape: view.shape() }
    }
}

impl<T: Clone> Lazy<Value<T>, ()> {
    #[inline(always)]
    pub(crate) fn of_value(value: T) -> Self {
        Lazy { expr: Value(value), shape: () }
    }
}

impl<E: Steps, S: Shape> Lazy<E, S> {
    #[inline(always)]
    pub(crate) fn shape(&self) -> S {
        self.shape
    }

    #[inline(always)]
    pub(crate) fn through<F: FnMut1<E::Item>>(self, f: F) -> Lazy<Map<E, F>, S> {
        Lazy { expr: Map(self.expr, f), shape: self.shape }
    }

    #[inline(always)]
    pub(crate) fn with_value<T: Clone, F: FnMut2<E::Item, T>>(self, value: T, f: F) -> Lazy<Zip<E, Value<T>, F>, S> {
        Lazy { expr: Zip(self.expr, Value(value), f), shape: self.shape }
    }

    /// # Panics
    /// If a run-time axis has two sizes.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn with<R: Steps, Q: Shape, F: FnMut2<E::Item, R::Item>>(
        self,
        other: Lazy<R, Q>,
        f: F,
    ) -> Lazy<Zip<E, R, F>, Broadcasted<S, Q>>
    where
        S: Broadcast<Q>,
    {
        // What fits one of the sides fits what the two broadcast to.
        let shape = run_time::broadcast(self.shape, other.shape);
        Lazy { expr: Zip(self.expr, other.expr, f), shape }
    }

    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn run(self) -> Buffer<E::Item> {
        super::apply::eval(self.expr.at::<S>(), self.shape)
    }

    #[inline]
    pub(crate) fn run_inline(self) -> Nested<E::Item, S>
    where
        S: StaticShape,
    {
        super::apply::eval_inline(self.expr.at::<S>())
    }

    /// Changes each element of a slice by the expression's, which is stretched to the shape.
    ///
    /// # Panics
    /// If the slice has not as many elements as the shape, or a run-time axis two sizes.
    #[inline]
    #[track_caller]
    pub(crate) fn change<T, O: Shape + Assign<S>, F: Change<T, E::Item>>(self, elements: &mut [T], shape: O, f: F) {
        run_time::stretches(self.shape, shape);
        super::assign(elements, self.expr.at::<O>(), shape, f);
    }

    /// Writes the expression, stretched to the shape, over the elements of a slice.
    ///
    /// # Panics
    /// If the slice has not as many elements as the shape, or a run-time axis two sizes.
    #[inline]
    #[track_caller]
    pub(crate) fn overwrite<O: Shape>(self, elements: &mut [E::Item], shape: O)
    where
        S: AssignTo<O>,
    {
        run_time::stretches(self.shape, shape);
        super::write_over(elements, self.expr.at::<O>(), shape);
    }

    /// As [`change`](Self::change), of the elements of a part.
    ///
    /// # Panics
    /// If a run-time axis has two sizes.
    #[inline]
    #[track_caller]
    pub(crate) fn change_apart<T, O: Shape + Assign<S>, F: Change<T, E::Item>>(
        self,
        part: &mut PartMut<'_, T, O>,
        f: F,
    ) {
        run_time::stretches(self.shape, part.shape());
        super::assign_apart(part, self.expr.at::<O>(), f);
    }

    /// As [`overwrite`](Self::overwrite), of the elements of a part.
    ///
    /// # Panics
    /// If a run-time axis has two sizes.
    #[inline]
    #[track_caller]
    pub(crate) fn overwrite_apart<O: Shape>(self, part: &mut PartMut<'_, E::Item, O>)
    where
        S: AssignTo<O>,
    {
        run_time::stretches(self.shape, part.shape());
        super::write_over_apart(part, self.expr.at::<O>());
    }

    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn reduce<A, R: Reducer<E::Item>>(self, reducer: &R) -> Buffer<R::Output>
    where
        S: Reduce<A>,
    {
        reduce::to_buffer::<S, A, _, R>(self.expr.at::<S>(), self.shape, reducer)
    }

    #[inline]
    pub(crate) fn reduce_all<R: Reducer<E::Item>>(self, reducer: &R) -> R::Output {
        reduce::to_one(self.expr.at::<S>(), self.shape, reducer)
    }
}
