//! Reductions at the end of a lazy expression: what needs one pass is one pass, and nothing is written but the results.

use num_traits::{Float, One, Zero};

use super::super::reduce as op;
use crate::expr::lazy::{Lazy, Steps};
use crate::shape::Shape;
use crate::shape::diagnostics::Truth;
use crate::shape::reduce::{Reduce, Reduced, ReducedKeepDim};
use crate::tensor::Tensor;

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
                Tensor::from_parts(self.reduce::<A, _>(&$over), shape.reduced())
            }

            #[doc = concat!("As [`Reductions::", stringify!($keepdim), "`](crate::Reductions::", stringify!($keepdim), ").")]
            #[inline]
            pub fn $keepdim<A>(self, axes: A) -> Tensor<$output, ReducedKeepDim<S, A>>
            where
                S: Reduce<A>,
                E::Item: $($bound)*,
            {
                let ($x, shape, _) = (self.shape(), self.shape(), axes);
                Tensor::from_parts(self.reduce::<A, _>(&$over), shape.kept())
            }

            #[doc = concat!("As [`FullReductions::", stringify!($all), "`](crate::FullReductions::", stringify!($all), ").")]
            #[inline]
            pub fn $all(self) -> $output
            where
                E::Item: $($bound)*,
            {
                let $x = self.shape();
                self.reduce_all(&$of_all)
            }
        )* }
    };
}

reductions! {
    sum, sum_keepdim, sum_all [Clone + Zero] -> E::Item, _x => op::Sum, op::Sum;
    prod, prod_keepdim, prod_all [Clone + One] -> E::Item, _x => op::Product, op::Product;
    mean, mean_keepdim, mean_all [Float] -> E::Item, x => op::mean_of(op::count(x, S::MASK)), op::mean_of(x.numel());
    max, max_keepdim, max_all [Clone + PartialOrd] -> E::Item, _x => op::Max, op::Max;
    min, min_keepdim, min_all [Clone + PartialOrd] -> E::Item, _x => op::Min, op::Min;
    argmax, argmax_keepdim, argmax_all [Clone + PartialOrd] -> usize, _x => op::Arg::<true>, op::Arg::<true>;
    argmin, argmin_keepdim, argmin_all [Clone + PartialOrd] -> usize, _x => op::Arg::<false>, op::Arg::<false>;
    norm, norm_keepdim, norm_all [Float] -> E::Item, _x => op::norm(), op::norm();
    any, any_keepdim, any_all [Truth] -> bool, _x => op::Any, op::Any;
    all, all_keepdim, all_all [Truth] -> bool, _x => op::All, op::All;
}
