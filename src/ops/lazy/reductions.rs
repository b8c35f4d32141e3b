//! Reductions at the end of a lazy expression: what needs one pass is one pass, and nothing is written but the results.

use num_traits::{Float, One, Zero};

use super::super::reduce::{self as op, Accumulated, Pass};
use crate::expr::lazy::{Lazy, Steps};
use crate::kernels::rows::Reducer;
use crate::kernels::sixteen::{InSingle, Sixteen, can_be};
use crate::shape::Shape;
use crate::shape::diagnostics::Truth;
use crate::shape::reduce::{Reduce, Reduced, ReducedKeepDim};
use crate::storage::Buffer;
use crate::tensor::Tensor;

/// A reduction of a lazy expression in one pass.
trait Ending<T> {
    type Output;
    fn over<A, E: Steps<Item = T>, S: Shape + Reduce<A>>(self, x: Lazy<E, S>) -> Buffer<Self::Output>;
    fn all<E: Steps<Item = T>, S: Shape>(self, x: Lazy<E, S>) -> Self::Output;
}

impl<T, R: Reducer<T>> Ending<T> for Pass<R> {
    type Output = R::Output;
    #[inline(always)]
    fn over<A, E: Steps<Item = T>, S: Shape + Reduce<A>>(self, x: Lazy<E, S>) -> Buffer<R::Output> {
        const { op::some::<S>(R::NEEDS_SOME, S::MASK) };
        x.reduce::<A, _>(&self.0)
    }
    #[inline(always)]
    fn all<E: Steps<Item = T>, S: Shape>(self, x: Lazy<E, S>) -> R::Output {
        const { op::some::<S>(R::NEEDS_SOME, u16::MAX) };
        x.reduce_all(&self.0)
    }
}

impl<T, R, W, C> Ending<T> for Accumulated<R, W, C>
where
    R: Reducer<T, Output = T>,
    W: Reducer<f32, Output = f32>,
    C: Sixteen<T>,
{
    type Output = T;
    #[inline(always)]
    fn over<A, E: Steps<Item = T>, S: Shape + Reduce<A>>(self, x: Lazy<E, S>) -> Buffer<T> {
        if const { can_be::<T>() } && C::is() {
            return x.reduce::<A, _>(&InSingle(self.1, self.2));
        }
        x.reduce::<A, _>(&self.0)
    }
    #[inline(always)]
    fn all<E: Steps<Item = T>, S: Shape>(self, x: Lazy<E, S>) -> T {
        if const { can_be::<T>() } && C::is() {
            return x.reduce_all(&InSingle(self.1, self.2));
        }
        x.reduce_all(&self.0)
    }
}

macro_rules! reductions {
    ($($name:ident, $keepdim:ident, $all:ident [$($bound:tt)*] -> $output:ty, $x:ident => $over:expr, $of_all:expr;)*) => {
        /// Reductions of all that the expression gives, in one pass without a temporary; each means what the method of the same
        /// name means for a tensor.
        impl<E: Steps, S: Shape> Lazy<E, S> { $(
            #[doc = concat!("As [`Reductions::", stringify!($name), "`](crate::Reductions::", stringify!($name), ").")]
            #[inline]
            pub fn $name<A>(self, axes: A) -> Tensor<$output, Reduced<S, A>>
            where
                S: Reduce<A>,
                E::Item: $($bound)*,
            {
                let ($x, shape, _) = (self.shape(), self.shape(), axes);
                Tensor::from_parts($over.over::<A, _, _>(self), shape.reduced())
            }

            #[doc = concat!("As [`Reductions::", stringify!($keepdim), "`](crate::Reductions::", stringify!($keepdim), ").")]
            #[inline]
            pub fn $keepdim<A>(self, axes: A) -> Tensor<$output, ReducedKeepDim<S, A>>
            where
                S: Reduce<A>,
                E::Item: $($bound)*,
            {
                let ($x, shape, _) = (self.shape(), self.shape(), axes);
                Tensor::from_parts($over.over::<A, _, _>(self), shape.kept())
            }

            #[doc = concat!("As [`FullReductions::", stringify!($all), "`](crate::FullReductions::", stringify!($all), ").")]
            #[inline]
            pub fn $all(self) -> $output
            where
                E::Item: $($bound)*,
            {
                let $x = self.shape();
                $of_all.all(self)
            }
        )* }
    };
}

reductions! {
    sum, sum_keepdim, sum_all [Clone + Zero] -> E::Item, _x => op::sum(), op::sum();
    prod, prod_keepdim, prod_all [Clone + One] -> E::Item, _x => op::product(), op::product();
    mean, mean_keepdim, mean_all [Float] -> E::Item, x => op::mean(op::count(x, S::MASK)), op::mean(x.numel());
    max, max_keepdim, max_all [Clone + PartialOrd] -> E::Item, _x => Pass(op::Max), Pass(op::Max);
    min, min_keepdim, min_all [Clone + PartialOrd] -> E::Item, _x => Pass(op::Min), Pass(op::Min);
    argmax, argmax_keepdim, argmax_all [Clone + PartialOrd] -> usize, _x => Pass(op::Arg::<true>), Pass(op::Arg::<true>);
    argmin, argmin_keepdim, argmin_all [Clone + PartialOrd] -> usize, _x => Pass(op::Arg::<false>), Pass(op::Arg::<false>);
    norm, norm_keepdim, norm_all [Float] -> E::Item, _x => op::euclidean(), op::euclidean();
    any, any_keepdim, any_all [Truth] -> bool, _x => Pass(op::Any), Pass(op::Any);
    all, all_keepdim, all_all [Truth] -> bool, _x => Pass(op::All), Pass(op::All);
}
