//! Variance or deviation together with the mean.

use super::reductions::{FullReductions, Reductions};
use crate::kind::Scalar;
use crate::shape::Shape;
use crate::shape::diagnostics::Averaged;
use crate::shape::reduce::{Reduce, Reduced, ReducedKeepDim};
use crate::tensor::Tensor;
use crate::view::Operand;

/// A row is a measure of how far elements are from their mean: beside the mean along axes, keeping them, with another correction, and over all.
macro_rules! rows {
    ($($name:ident $keepdim:ident $with:ident $all:ident: $of:ident $of_keepdim:ident $of_with:ident $of_all:ident, $what:literal;
        $result:literal, $kept:literal, $corrected:literal, $scalar:literal)*) => {
        /// Two statistics over axes `A` at once: `var_mean`, `std_mean`.
        pub trait Moments<A>: Operand {
            /// The shape without the axes.
            type Reduced: Shape;
            /// The shape with the axes at size 1.
            type ReducedKeepDim: Shape;
        $(
            #[doc = concat!("The ", $what, " over one axis or several, with Bessel's correction, and the mean: `[4, 3]` over `Axis::<1>` -> `[4]` twice.")]
            #[doc = concat!("PyTorch's `torch.", stringify!($name), "(x, dim)`. [`", stringify!($of), "`](super::Reductions::", stringify!($of), ") and")]
            /// [`mean`](super::Reductions::mean), one after the other; allocates what these do.
            ///
            /// ```
            /// use shaped::prelude::*;
            /// let x = tensor![[1.0, 3.0, 5.0], [4.0, 4.0, 4.0]];
            #[doc = concat!("assert_eq!(x.", stringify!($name), "(Axis::<1>), (", $result, ", tensor![3.0, 4.0]));")]
            /// ```
            ///
            /// ```compile_fail,E0277
            /// use shaped::prelude::*;
            #[doc = concat!("tensor![[1.0, 3.0, 5.0], [4.0, 4.0, 4.0]].", stringify!($name), "(Axis::<2>);")]
            /// ```
            fn $name(&self, axes: A) -> (Tensor<Self::Elem, Self::Reduced, Self::Kind>, Tensor<Self::Elem, Self::Reduced, Self::Kind>)
            where
                Self::Elem: Averaged;

            #[doc = concat!("As [`", stringify!($name), "`](Self::", stringify!($name), "), with the reduced axes at size 1: `[4, 3]` over")]
            /// `Axis::<1>` -> `[4, 1]` twice.
            ///
            /// ```
            /// use shaped::prelude::*;
            /// let x = tensor![[1.0, 3.0, 5.0], [4.0, 4.0, 4.0]];
            #[doc = concat!("assert_eq!(x.", stringify!($keepdim), "(Axis::<1>), (", $kept, ", tensor![[3.0], [4.0]]));")]
            /// ```
            fn $keepdim(
                &self,
                axes: A,
            ) -> (Tensor<Self::Elem, Self::ReducedKeepDim, Self::Kind>, Tensor<Self::Elem, Self::ReducedKeepDim, Self::Kind>)
            where
                Self::Elem: Averaged;

            #[doc = concat!("As [`", stringify!($name), "`](Self::", stringify!($name), "), where the divisor is the number of elements less the")]
            #[doc = concat!("correction. PyTorch's `torch.", stringify!($name), "(x, dim, correction=c)`.")]
            ///
            /// ```
            /// use shaped::prelude::*;
            /// let x = tensor![[1.0, 3.0], [4.0, 4.0]];
            #[doc = concat!("assert_eq!(x.", stringify!($with), "(Axis::<1>, 0), (", $corrected, ", tensor![2.0, 4.0]));")]
            /// ```
            fn $with(
                &self,
                axes: A,
                correction: usize,
            ) -> (Tensor<Self::Elem, Self::Reduced, Self::Kind>, Tensor<Self::Elem, Self::Reduced, Self::Kind>)
            where
                Self::Elem: Averaged;
        )* }

        impl<X: Operand<Shape: Reduce<A>> + ?Sized, A: Copy> Moments<A> for X {
            type Reduced = Reduced<X::Shape, A>;
            type ReducedKeepDim = ReducedKeepDim<X::Shape, A>;
        $(
            fn $name(&self, axes: A) -> (Tensor<X::Elem, Self::Reduced, X::Kind>, Tensor<X::Elem, Self::Reduced, X::Kind>)
            where
                X::Elem: Averaged,
            {
                (Reductions::$of(self, axes), Reductions::mean(self, axes))
            }
            fn $keepdim(
                &self,
                axes: A,
            ) -> (Tensor<X::Elem, Self::ReducedKeepDim, X::Kind>, Tensor<X::Elem, Self::ReducedKeepDim, X::Kind>)
            where
                X::Elem: Averaged,
            {
                (self.$of_keepdim(axes), self.mean_keepdim(axes))
            }
            fn $with(
                &self,
                axes: A,
                correction: usize,
            ) -> (Tensor<X::Elem, Self::Reduced, X::Kind>, Tensor<X::Elem, Self::Reduced, X::Kind>)
            where
                X::Elem: Averaged,
            {
                (Reductions::$of_with(self, axes, correction), Reductions::mean(self, axes))
            }
        )* }

        /// Two statistics over all elements at once: `var_mean_all`, `std_mean_all`.
        pub trait FullMoments: Operand { $(
            #[doc = concat!("The ", $what, " of all elements, with Bessel's correction, and their mean: two numbers. PyTorch's")]
            #[doc = concat!("`torch.", stringify!($name), "(x)`. Allocates nothing.")]
            ///
            /// ```
            /// use shaped::prelude::*;
            #[doc = concat!("assert_eq!(tensor![[1.0, 3.0, 5.0]].", stringify!($all), "(), (", $scalar, ", 3.0));")]
            /// ```
            fn $all(&self) -> (Scalar<Self::Kind, Self::Elem>, Scalar<Self::Kind, Self::Elem>)
            where
                Self::Elem: Averaged,
            {
                (self.$of_all(), self.mean_all())
            }
        )* }

        impl<X: Operand + ?Sized> FullMoments for X {}
    };
}
rows! {
    var_mean var_mean_keepdim var_mean_with var_mean_all: var var_keepdim var_with var_all, "variance";
    "tensor![4.0, 0.0]", "tensor![[4.0], [0.0]]", "tensor![1.0, 0.0]", "4.0"
    std_mean std_mean_keepdim std_mean_with std_mean_all: std std_keepdim std_with std_all, "standard deviation";
    "tensor![2.0, 0.0]", "tensor![[2.0], [0.0]]", "tensor![1.0, 0.0]", "2.0"
}
