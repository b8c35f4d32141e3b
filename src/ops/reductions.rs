//! Reductions, as a table: three methods for each row.

use super::function::read_for;
#[cfg(feature = "alloc")]
use super::function::{element, kind_of};
use super::reduce::{self as op, Reduction};
#[cfg(feature = "alloc")]
use super::reduce_back::{ReductionBack, Way};
use crate::kind::{Kind, Numbers, Scalar};
#[cfg(feature = "alloc")]
use crate::shape::Shape;
use crate::shape::diagnostics::{Added, Averaged, Multiplied, Truth};
#[cfg(feature = "alloc")]
use crate::shape::dims::Dims;
#[cfg(feature = "alloc")]
use crate::shape::reduce::{Reduce, Reduced, ReducedKeepDim};
#[cfg(feature = "alloc")]
use crate::tensor::Tensor;
use crate::view::Operand;
#[cfg(feature = "alloc")]
use crate::view::View;

/// The result of a row along axes: recorded where it has the operand's elements, and a constant where not.
#[cfg(feature = "alloc")]
macro_rules! reduced {
    (T, $x:expr, $op:expr, $axes:ty, $shape:expr, [$way:expr]) => {{
        let x = $x.view();
        let (from, kept) = (x.shape().dims(), Reduce::<$axes>::kept(x.shape()).dims());
        let back = ReductionBack { way: $way, from, kept };
        let forward = |(x,): (View<'_, _, _, _>,)| Reduction::over::<$axes, _, _>($op, x);
        Tensor::made(Self::Kind::apply_op((x,), $shape, forward, back), $shape)
    }};
    ($other:ident, $x:expr, $op:expr, $axes:ty, $shape:expr, []) => {
        Tensor::from_parts(Reduction::over::<$axes, _, _>($op, $x.view().numbers()), $shape)
    };
}

/// The type of a row's result over all axes.
macro_rules! scalar {
    (T) => {
        Scalar<Self::Kind, Self::Elem>
    };
    ($other:ident) => {
        $other
    };
}

/// The result of a row over all axes.
#[cfg(feature = "alloc")]
macro_rules! folded {
    (T, $x:expr, $op:expr, [$way:expr]) => {{
        let x = $x.view();
        let from = x.shape().dims();
        let back = ReductionBack { way: $way, from, kept: Dims { sizes: Dims::SCALAR.sizes, unknown: 0, ..from } };
        Self::Kind::fold_op((x,), |(x,)| Reduction::all($op, x), back)
    }};
    ($other:ident, $x:expr, $op:expr, []) => {
        Reduction::all($op, $x.view().numbers())
    };
}

/// As with `alloc`, where nothing is recorded.
#[cfg(not(feature = "alloc"))]
macro_rules! folded {
    (T, $x:expr, $op:expr, [$way:expr]) => {
        Self::Kind::fold_op(($x.view(),), |(x,)| Reduction::all($op, x))
    };
    ($other:ident, $x:expr, $op:expr, []) => {
        Reduction::all($op, $x.view().numbers())
    };
}

/// `name`, `name_keepdim` and `name_all` of each reduction. The examples are of `let x = $x` and `Axis::<1>`.
macro_rules! reductions {
    ($(
        $(#[$doc:meta])*
        $name:ident, $keepdim:ident, $all:ident ($($arg:ident: $arg_type:ty = $given:literal),*)
        [$($bound:tt)*] -> $output:ident = $op:expr $(, $way:expr)?;
        $torch:literal: $x:literal => $result:literal, $kept:literal, $scalar:literal;
    )*) => {
        /// What is left of the axes `A`, an [`Axis`](crate::Axis) or a tuple of up to four, none twice: `sum`, `mean`, `max` and their
        /// like. [`FullReductions`] are over all axes.
        #[cfg(feature = "alloc")]
        pub trait Reductions<A>: Operand {
            /// The shape without the axes.
            type Reduced: Shape;
            /// The shape with the axes at size 1.
            type ReducedKeepDim: Shape;
        $(
            $(#[$doc])*
            ///
            /// The axes are an [`Axis`](crate::Axis) or a tuple of up to four, none twice: `[4, 3]` over `Axis::<1>` -> `[4]`.
            /// Allocates the result.
            ///
            /// ```
            /// use shaped::prelude::*;
            #[doc = concat!("let x = ", $x, ";")]
            #[doc = concat!("assert_eq!(x.", stringify!($name), "(Axis::<1>", $(", ", $given,)* "), ", $result, ");")]
            /// ```
            ///
            /// ```compile_fail,E0277
            /// use shaped::prelude::*;
            #[doc = concat!("let x = ", $x, ";")]
            #[doc = concat!("x.", stringify!($name), "(Axis::<2>", $(", ", $given,)* ");")]
            /// ```
            fn $name(&self, axes: A, $($arg: $arg_type),*) -> Tensor<element!($output), Self::Reduced, kind_of!($output)>
            where
                Self::Elem: $($bound)*,
                read_for!($output): Numbers<Self::Elem>;

            #[doc = concat!("As [`", stringify!($name), "`](Self::", stringify!($name), "), with the reduced axes at size 1, so that the")]
            /// result broadcasts with the operand: `[4, 3]` over `Axis::<1>` -> `[4, 1]`. PyTorch's
            #[doc = concat!("`", $torch, "(x, dim, keepdim=True)`. Allocates the result.")]
            ///
            /// ```
            /// use shaped::prelude::*;
            #[doc = concat!("let x = ", $x, ";")]
            #[doc = concat!("assert_eq!(x.", stringify!($keepdim), "(Axis::<1>", $(", ", $given,)* "), ", $kept, ");")]
            /// ```
            fn $keepdim(&self, axes: A, $($arg: $arg_type),*) -> Tensor<element!($output), Self::ReducedKeepDim, kind_of!($output)>
            where
                Self::Elem: $($bound)*,
                read_for!($output): Numbers<Self::Elem>;
        )* }

        #[cfg(feature = "alloc")]
        impl<X: Operand<Shape: Reduce<A>> + ?Sized, A> Reductions<A> for X {
            type Reduced = Reduced<X::Shape, A>;
            type ReducedKeepDim = ReducedKeepDim<X::Shape, A>;
        $(
            #[inline]
            fn $name(&self, _axes: A, $($arg: $arg_type),*) -> Tensor<element!($output), Self::Reduced, kind_of!($output)>
            where
                Self::Elem: $($bound)*,
                read_for!($output): Numbers<Self::Elem>,
            {
                let shape = self.view().shape().reduced();
                reduced!($output, self, $op, A, shape, [$($way)?])
            }

            #[inline]
            fn $keepdim(&self, _axes: A, $($arg: $arg_type),*) -> Tensor<element!($output), Self::ReducedKeepDim, kind_of!($output)>
            where
                Self::Elem: $($bound)*,
                read_for!($output): Numbers<Self::Elem>,
            {
                let shape = self.view().shape().kept();
                reduced!($output, self, $op, A, shape, [$($way)?])
            }
        )* }

        /// What is left of all elements, one value: `sum_all`, `mean_all`, `max_all` and their like. `Reductions` are over some axes.
        pub trait FullReductions: Operand { $(
            #[doc = concat!("The reduction `", stringify!($name), "` over all axes, a scalar: `[4, 3] -> []`. PyTorch's `", $torch, "(x)`.")]
            /// Allocates nothing.
            ///
            /// ```
            /// use shaped::prelude::*;
            #[doc = concat!("let x = ", $x, ";")]
            #[doc = concat!("assert_eq!(x.", stringify!($all), "(", $($given,)* "), ", $scalar, ");")]
            /// ```
            #[inline]
            fn $all(&self, $($arg: $arg_type),*) -> scalar!($output)
            where
                Self::Elem: $($bound)*,
                read_for!($output): Numbers<Self::Elem>,
            {
                folded!($output, self, $op, [$($way)?])
            }
        )* }

        impl<X: Operand + ?Sized> FullReductions for X {}
    };
}

reductions! {
    /// The sum over one axis or several. PyTorch's `x.sum(dim)`, NumPy's `x.sum(axis)`; 0 over an axis of size 0.
    ///
    /// Floats lose no more accuracy than by pairwise summation: blocks of at most 17 steps are joined in pairs, so the
    /// error grows with the logarithm of the number of elements. The order follows from the shape and the axes
    /// alone: the same numbers have the same sum, whether they are contiguous or stretched. In a view of other strides (transposed, sliced) it
    /// follows from how they lie, too. Integers add as Rust's `+` does: overflow panics in debug builds and wraps in
    /// release builds.
    sum, // along axes `x.sum(Axis::<0>)`, of all `x.sum_all()`, and `x.sum_keepdim(Axis::<0>)`
    sum_keepdim, sum_all () [Added] -> T = op::sum(), Way::Sum;
    "torch.sum": "tensor![[1, 2, 3], [4, 5, 6]]" => "tensor![6, 15]", "tensor![[6], [15]]", "21";

    /// The product over one axis or several. PyTorch's `x.prod(dim)`, NumPy's `x.prod(axis)`; 1 over an axis of size
    /// 0. Integers multiply as Rust's `*` does, overflow included; `f32` in `f64`, and `f64` with what each multiplication rounds away, where
    /// the CPU can tell.
    prod, // along axes `x.prod(Axis::<0>)`, of all `x.prod_all()`, and `x.prod_keepdim(Axis::<0>)`
    prod_keepdim, prod_all () [Multiplied] -> T = op::product(), Way::Product;
    "torch.prod": "tensor![[1, 2, 3], [4, 5, 6]]" => "tensor![6, 120]", "tensor![[6], [120]]", "720";

    /// The arithmetic mean over one axis or several. PyTorch's `x.mean(dim)`, NumPy's `x.mean(axis)`; NaN over an
    /// axis of size 0. As accurate as [`sum`](Self::sum).
    mean, // along axes `x.mean(Axis::<0>)`, of all `x.mean_all()`, and `x.mean_keepdim(Axis::<0>)`
    mean_keepdim, mean_all () [Averaged] -> T = op::Mean, Way::Mean;
    "torch.mean": "tensor![[1.0, 3.0], [4.0, 8.0]]" => "tensor![2.0, 6.0]", "tensor![[2.0], [6.0]]", "4.0";

    /// The largest element along one axis or several, NaN if there is one: `[4, 3]` over `Axis::<1>` -> `[4]`. PyTorch's `x.amax(dim)`, NumPy's
    /// `x.max(axis)`.
    ///
    /// # Panics
    /// If a reduced run-time axis has size 0, and the result has elements. Where the type says so, it does not compile:
    ///
    /// ```compile_fail,E0080
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![4, 0]>::zeros().max(Axis::<1>);
    /// ```
    #[doc(alias = "amax")]
    max, // along axes `x.max(Axis::<0>)`, of all `x.max_all()`, and `x.max_keepdim(Axis::<0>)`
    max_keepdim, max_all () [Clone + PartialOrd] -> T = op::Pass(op::Max), Way::Extreme { largest: true };
    "torch.amax": "tensor![[1, 5], [7, 3]]" => "tensor![5, 7]", "tensor![[5], [7]]", "7";

    /// The smallest element along one axis or several, NaN if there is one: `[4, 3]` over `Axis::<1>` -> `[4]`. PyTorch's `x.amin(dim)`, NumPy's
    /// `x.min(axis)`.
    ///
    /// # Panics
    /// If a reduced run-time axis has size 0, and the result has elements. Where the type says so, it does not compile:
    ///
    /// ```compile_fail,E0080
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![4, 0]>::zeros().min(Axis::<1>);
    /// ```
    #[doc(alias = "amin")]
    min, // along axes `x.min(Axis::<0>)`, of all `x.min_all()`, and `x.min_keepdim(Axis::<0>)`
    min_keepdim, min_all () [Clone + PartialOrd] -> T = op::Pass(op::Min), Way::Extreme { largest: false };
    "torch.amin": "tensor![[1, 5], [7, 3]]" => "tensor![1, 3]", "tensor![[1], [3]]", "1";

    /// The index of the largest element along an axis; of the first, if there are several, and of the first NaN, if
    /// there is one: `[4, 3]` over `Axis::<1>` -> `[4]`. PyTorch's `x.argmax(dim)`, NumPy's `x.argmax(axis)`.
    ///
    /// The index is a `usize`, which indexes in Rust. Over several axes, it counts their elements in row-major order.
    ///
    /// # Panics
    /// If a reduced run-time axis has size 0, and the result has elements. Where the type says so, it does not compile:
    ///
    /// ```compile_fail,E0080
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![4, 0]>::zeros().argmax(Axis::<1>);
    /// ```
    argmax, // along axes `x.argmax(Axis::<0>)`, of all `x.argmax_all()`, and `x.argmax_keepdim(Axis::<0>)`
    argmax_keepdim, argmax_all () [Clone + PartialOrd] -> usize = op::Pass(op::Arg::<true>);
    "torch.argmax": "tensor![[1, 5], [7, 3]]" => "tensor![1, 0]", "tensor![[1], [0]]", "2";

    /// The index of the smallest element along an axis; of the first, if there are several, and of the first NaN, if
    /// there is one: `[4, 3]` over `Axis::<1>` -> `[4]`. PyTorch's `x.argmin(dim)`, NumPy's `x.argmin(axis)`.
    ///
    /// The index is a `usize`, which indexes in Rust. Over several axes, it counts their elements in row-major order.
    ///
    /// # Panics
    /// If a reduced run-time axis has size 0, and the result has elements. Where the type says so, it does not compile:
    ///
    /// ```compile_fail,E0080
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![4, 0]>::zeros().argmin(Axis::<1>);
    /// ```
    argmin, // along axes `x.argmin(Axis::<0>)`, of all `x.argmin_all()`, and `x.argmin_keepdim(Axis::<0>)`
    argmin_keepdim, argmin_all () [Clone + PartialOrd] -> usize = op::Pass(op::Arg::<false>);
    "torch.argmin": "tensor![[1, 5], [7, 3]]" => "tensor![0, 1]", "tensor![[0], [1]]", "0";

    /// The variance over one axis or several, with Bessel's correction: the divisor is the number of elements less 1.
    /// PyTorch's `x.var(dim)`, NumPy's `x.var(axis, ddof=1)`. Floats of 32 bits and less are computed in `f64`, as in PyTorch.
    /// Where it takes two passes, of `f64`, the means are allocated, too.
    var, // along axes `x.var(Axis::<0>)`, of all `x.var_all()`, and `x.var_keepdim(Axis::<0>)`
    var_keepdim, var_all () [Averaged] -> T = op::variance(1), Way::Variance { correction: 1 };
    "torch.var": "tensor![[1.0, 3.0], [4.0, 8.0]]" => "tensor![2.0, 8.0]", "tensor![[2.0], [8.0]]", "26.0 / 3.0";

    /// The variance over one axis or several; the divisor is the number of elements less the correction, and not less
    /// than 0. PyTorch's `x.var(dim, correction=c)`, NumPy's `x.var(axis, ddof=c)`. Allocates the means, too.
    var_with, var_with_keepdim, var_with_all (correction: usize = "0") [Averaged]
    -> T = op::variance(correction), Way::Variance { correction };
    "torch.var": "tensor![[1.0, 3.0], [4.0, 8.0]]" => "tensor![1.0, 4.0]", "tensor![[1.0], [4.0]]", "6.5";

    /// The standard deviation over one axis or several, the square root of [`var`](Self::var). PyTorch's `x.std(dim)`,
    /// NumPy's `x.std(axis, ddof=1)`. Allocates the means, too.
    std, // along axes `x.std(Axis::<0>)`, of all `x.std_all()`, and `x.std_keepdim(Axis::<0>)`
    std_keepdim, std_all () [Averaged] -> T = op::deviation(1), Way::Deviation { correction: 1 };
    "torch.std": "tensor![[1.0, 3.0, 5.0], [0.0, 0.0, 0.0]]" => "tensor![2.0, 0.0]", "tensor![[2.0], [0.0]]", "4.3f64.sqrt()";

    /// The standard deviation over one axis or several, the square root of [`var_with`](Self::var_with). PyTorch's
    /// `x.std(dim, correction=c)`, NumPy's `x.std(axis, ddof=c)`. Allocates the means, too.
    std_with, std_with_keepdim, std_with_all (correction: usize = "0") [Averaged]
    -> T = op::deviation(correction), Way::Deviation { correction };
    "torch.std": "tensor![[1.0, 3.0], [4.0, 8.0]]" => "tensor![1.0, 2.0]", "tensor![[1.0], [2.0]]", "6.5f64.sqrt()";

    /// The Euclidean norm over one axis or several, the square root of the sum of squares. PyTorch's
    /// `torch.linalg.vector_norm(x, dim=dim)`, NumPy's `np.linalg.norm(x, axis=axis)`. The squares are not scaled: they
    /// may overflow where the norm would not, as in PyTorch.
    #[doc(alias = "vector_norm")]
    norm, // along axes `x.norm(Axis::<0>)`, of all `x.norm_all()`, and `x.norm_keepdim(Axis::<0>)`
    norm_keepdim, norm_all () [Averaged] -> T = op::euclidean(), Way::Norm;
    "torch.norm": "tensor![[3.0, 4.0], [0.0, 12.0]]" => "tensor![5.0, 12.0]", "tensor![[5.0], [12.0]]", "13.0";

    /// The norm of any order over one axis or several: the root of that order of the sum of the sizes' powers; the largest size if it is infinite,
    /// the smallest if it is minus infinity, and how many are not 0 if it is 0. PyTorch's `torch.linalg.vector_norm(x, ord, dim=dim)`, NumPy's
    /// `np.linalg.norm(x, ord, axis=axis)`. Its slope is 0 where a size is 0.
    ///
    /// # Panics
    /// If the order is infinite or negative, an axis has size 0, and the result has elements.
    norm_with, norm_with_keepdim, norm_with_all (order: f64 = "1.0") [Averaged] -> T = op::norm_of(order), Way::NormOf { order };
    "torch.norm": "tensor![[3.0, -4.0], [0.0, 12.0]]" => "tensor![7.0, 12.0]", "tensor![[7.0], [12.0]]", "19.0";

    /// The sum of all that is not NaN over one axis or several; 0 where nothing is. PyTorch's `x.nansum(dim)`, NumPy's `np.nansum(x, axis)`.
    nansum, nansum_keepdim, nansum_all () [Averaged] -> T = op::nan_sum(), Way::NanSum;
    "torch.nansum": "tensor![[1.0, f64::NAN], [3.0, 5.0]]" => "tensor![1.0, 8.0]", "tensor![[1.0], [8.0]]", "9.0";

    /// The mean of all that is not NaN over one axis or several; NaN where nothing is. PyTorch's `x.nanmean(dim)`, NumPy's `np.nanmean(x, axis)`.
    nanmean, nanmean_keepdim, nanmean_all () [Averaged] -> T = op::nan_mean(), Way::NanMean;
    "torch.nanmean": "tensor![[1.0, f64::NAN], [3.0, 5.0]]" => "tensor![1.0, 4.0]", "tensor![[1.0], [4.0]]", "3.0";

    /// The logarithm of the sum of exponentials over one axis or several, which does not overflow. PyTorch's
    /// `x.logsumexp(dim)`, SciPy's `logsumexp(x, axis)`; minus infinity over an axis of size 0. Two passes; allocates
    /// the maxima, too.
    logsumexp, logsumexp_keepdim, logsumexp_all () [Averaged] -> T = op::Passes(op::LogSumExp), Way::LogSumExp;
    "torch.logsumexp": "tensor![[0.0, f64::NEG_INFINITY], [1000.0, 1000.0]]"
    => "tensor![0.0, 1000.0 + 2f64.ln()]", "tensor![[0.0], [1000.0 + 2f64.ln()]]", "1000.0 + 2f64.ln()";

    /// Whether any element is true, along one axis or several. PyTorch's `x.any(dim)`, NumPy's `x.any(axis)`; false
    /// over an axis of size 0.
    any, // along axes `x.any(Axis::<0>)`, of all `x.any_all()`, and `x.any_keepdim(Axis::<0>)`
    any_keepdim, any_all () [Truth] -> bool = op::Pass(op::Any);
    "torch.any": "tensor![[true, false], [false, false]]"
    => "tensor![true, false]", "tensor![[true], [false]]", "true";

    /// Whether all elements are true, along one axis or several. PyTorch's `x.all(dim)`, NumPy's `x.all(axis)`; true
    /// over an axis of size 0.
    all, // along axes `x.all(Axis::<0>)`, of all `x.all_all()`, and `x.all_keepdim(Axis::<0>)`
    all_keepdim, all_all () [Truth] -> bool = op::Pass(op::All);
    "torch.all": "tensor![[true, false], [true, true]]"
    => "tensor![false, true]", "tensor![[false], [true]]", "false";
}
