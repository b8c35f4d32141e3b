//! Sums and means of elements as another type.

use core::marker::PhantomData;

use super::cast::{As, Exactly};
use crate::expr::Map;
use crate::expr::lazy::Lazy;
use crate::shape::Shape;
use crate::shape::diagnostics::{Added, Averaged, CastTo};
use crate::shape::given::Given;
use crate::shape::layout::Layout;
use crate::shape::reduce::{Reduce, Reduced, ReducedKeepDim};
use crate::tensor::Tensor;
use crate::view::{Operand, Values, View};

/// The elements as another type, in the pass that reads them.
fn converted<T: Clone + CastTo<U>, U, P: Exactly<U>, S: Shape, Y: Layout<S>>(
    x: View<'_, T, S, Y>,
) -> Lazy<Map<View<'_, T, S, Y>, As<U, P>>, S> {
    Lazy::over(x).through(As(PhantomData))
}

/// A row is a reduction of elements as another type: along axes, keeping them, and over all.
macro_rules! rows {
    ($($asked:ident, $name:ident $keepdim:ident $all:ident: $of:ident $of_keepdim:ident $of_all:ident, $what:literal, $pytorch:literal;
        $x:literal => $result:literal, $kept:literal, $scalar:literal, $more:literal)*) => {
        /// Sums and means over axes `A` of elements as another type `U`: `sum_as`, `mean_as`.
        pub trait ReductionsAs<A, U>: Operand {
            /// The shape without the axes.
            type Reduced: Shape;
            /// The shape with the axes at size 1.
            type ReducedKeepDim: Shape;
        $(
            #[doc = concat!("The ", $what, " over one axis or several of the elements as another type: `[4, 3]` over `Axis::<1>` -> `[4]`.")]
            #[doc = concat!("PyTorch's `", $pytorch, "(dim, dtype=…)`, NumPy's `", $pytorch, "(axis, dtype=…)`. Each element is converted as by")]
            /// [`cast`](super::Casts::cast), in the pass that reads it; allocates the result only. It has no gradient.
            ///
            /// ```
            /// use shaped::prelude::*;
            #[doc = concat!("let x = ", $x, ";")]
            #[doc = concat!("assert_eq!(x.", stringify!($name), "::<f64>(Axis::<1>), ", $result, ");")]
            #[doc = $more]
            /// ```
            ///
            /// ```compile_fail,E0277
            /// use shaped::prelude::*;
            #[doc = concat!("let x = ", $x, ";")]
            #[doc = concat!("x.", stringify!($name), "::<f64>(Axis::<2>);")]
            /// ```
            fn $name<P: Exactly<U> + $asked>(&self, axes: A) -> Tensor<P, Self::Reduced>;

            #[doc = concat!("As [`", stringify!($name), "`](Self::", stringify!($name), "), with the reduced axes at size 1: `[4, 3]` over")]
            /// `Axis::<1>` -> `[4, 1]`.
            ///
            /// ```
            /// use shaped::prelude::*;
            #[doc = concat!("let x = ", $x, ";")]
            #[doc = concat!("assert_eq!(x.", stringify!($keepdim), "::<f64>(Axis::<1>), ", $kept, ");")]
            /// ```
            fn $keepdim<P: Exactly<U> + $asked>(&self, axes: A) -> Tensor<P, Self::ReducedKeepDim>;
        )* }

        impl<X, A, U> ReductionsAs<A, U> for X
        where
            <U as Given>::Then<X::Elem>: Clone + CastTo<U>,
            X: Values<Shape: Reduce<A>> + ?Sized,
        {
            type Reduced = Reduced<X::Shape, A>;
            type ReducedKeepDim = ReducedKeepDim<X::Shape, A>;
        $(
            fn $name<P: Exactly<U> + $asked>(&self, axes: A) -> Tensor<P, Self::Reduced> {
                converted::<_, U, P, _, _>(self.view()).$of(axes)
            }
            fn $keepdim<P: Exactly<U> + $asked>(&self, axes: A) -> Tensor<P, Self::ReducedKeepDim> {
                converted::<_, U, P, _, _>(self.view()).$of_keepdim(axes)
            }
        )* }

        /// Sums and means over all elements as another type `U`: `sum_all_as`, `mean_all_as`.
        pub trait FullReductionsAs<U>: Operand { $(
            #[doc = concat!("The ", $what, " of all elements as another type: `[4, 3]` -> a number. PyTorch's `", $pytorch, "(dtype=…)`.")]
            /// Allocates nothing. It has no gradient.
            ///
            /// ```
            /// use shaped::prelude::*;
            #[doc = concat!("let x = ", $x, ";")]
            #[doc = concat!("assert_eq!(x.", stringify!($all), "::<f64>(), ", $scalar, ");")]
            /// ```
            fn $all<P: Exactly<U> + $asked>(&self) -> P;
        )* }

        impl<X: Values + ?Sized, U> FullReductionsAs<U> for X
        where
            <U as Given>::Then<X::Elem>: Clone + CastTo<U>,
        { $(
            fn $all<P: Exactly<U> + $asked>(&self) -> P {
                converted::<_, U, P, _, _>(self.view()).$of_all()
            }
        )* }
    };
}
rows! {
    Added, sum_as sum_as_keepdim sum_all_as: sum sum_keepdim sum_all, "sum", "x.sum";
    "tensor![[200u8, 100], [7, 8]]" => "tensor![300.0, 15.0]", "tensor![[300.0], [15.0]]", "315.0",
    "assert_eq!(x.sum_as::<u32>(Axis::<1>), tensor![300, 15]); // a `u8` does not hold 300"
    Averaged, mean_as mean_as_keepdim mean_all_as: mean mean_keepdim mean_all, "mean", "x.mean";
    "tensor![[200u8, 100], [7, 8]]" => "tensor![150.0, 7.5]", "tensor![[150.0], [7.5]]", "78.75",
    "assert_eq!(tensor![[true, false]].mean_as::<f32>(Axis::<1>), tensor![0.5]); // how many are true"
}
