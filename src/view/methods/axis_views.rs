//! Views whose axes no argument names, and the size of an axis.

use crate::shape::Shape;
use crate::shape::at::Along;
use crate::shape::axes::Axis;
use crate::shape::layout::Strided;
use crate::shape::parts::{Diagonal, IndexAxis, Split};
use crate::shape::size::StaticSize;
use crate::shape::verbs::measure;
use crate::view::axis_iter::AxisIterOf;
use crate::view::{Operand, View};

/// The places of the outermost axis, and the diagonal of the last two: `outer_iter`, `diagonal`. O(1), nothing is copied. For every
/// [`Operand`]. For an axis that is an argument there are [`AxisPlaces`](crate::AxisPlaces) and others.
pub trait AxisViews: Operand {
    /// The places of the outermost axis in turn: of `[4, 3]`, four times `[3]`. What `for row in x` gives in NumPy and PyTorch; ndarray's
    /// `outer_iter`. No copy. The axis may be a run-time one.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// let x = Tensor::<f32, shape![Batch, 3]>::from_fn_with(Batch(2), |[i, j]| (3 * i + j) as f32);
    /// let sums: Vec<f32> = x.outer_iter().map(|row| row.sum_all()).collect();
    /// assert_eq!(sums, [3.0, 12.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![]>::zeros().outer_iter();
    /// ```
    #[inline]
    fn outer_iter(&self) -> AxisIterOf<'_, Self::Elem, Self::Shape, Self::Layout, Axis<0>, Self::Kind>
    where
        Self::Shape: IndexAxis<Axis<0>>,
    {
        self.view().outer_iter()
    }

    /// The diagonal of the last two axes: `[5, 3, 4]` -> `[5, 3]`. NumPy's `np.diagonal(x, 0, -2, -1)`, PyTorch's `x.diagonal(0, -2, -1)`. O(1),
    /// no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![[1, 2, 3], [4, 5, 6]].diagonal().to_tensor(), tensor![1, 5]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 2, 3].diagonal();
    /// ```
    #[inline]
    fn diagonal(&self) -> View<'_, Self::Elem, <Self::Shape as Diagonal>::Output, Strided, Self::Kind>
    where
        Self::Shape: Diagonal,
    {
        self.view().diagonal()
    }
}

impl<X: Operand + ?Sized> AxisViews for X {}

/// Diagonals beside the main one: the main one of what is left of an axis once `D` places of it are split off.
macro_rules! diagonals {
    (
        $(#[$family:meta])*
        trait $trait:ident, apart by $axis:literal;
        type $shape:ident;
        $(#[$doc:meta])*
        fn $method:ident;
    ) => {
        $(#[$family])*
        pub trait $trait<D>: Operand {
            /// The shape with the diagonal in place of the last two axes.
            type $shape: Shape;

            $(#[$doc])*
            fn $method(&self, by: D) -> View<'_, Self::Elem, Self::$shape, Strided, Self::Kind>;
        }

        impl<X, D: StaticSize> $trait<D> for X
        where
            X: Operand<Shape: Split<Axis<$axis>, D, Rest: Diagonal>> + ?Sized,
        {
            type $shape = <<X::Shape as Split<Axis<$axis>, D>>::Rest as Diagonal>::Output;

            #[inline]
            fn $method(&self, by: D) -> View<'_, Self::Elem, Self::$shape, Strided, Self::Kind> {
                self.view().split_at(Axis::<$axis>, by).1.diagonal()
            }
        }
    };
}
diagonals! {
    /// Diagonals above the main one, further by `D`: `diagonal_above`.
    trait DiagonalsAbove, apart by -1;
    type Above;

    /// A diagonal of the last two axes above the main one: `[5, 3, 4]`, by `Dim::<2>` -> `[5, 2]`. NumPy's `np.diagonal(x, 2, -2, -1)`, PyTorch's
    /// `x.diagonal(2, -2, -1)`. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![[1, 2, 3], [4, 5, 6]].diagonal_above(One).to_tensor(), tensor![2, 6]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2, 3], [4, 5, 6]].diagonal_above(Dim::<4>);
    /// ```
    fn diagonal_above;
}

diagonals! {
    /// Diagonals below the main one, further by `D`: `diagonal_below`.
    trait DiagonalsBelow, apart by -2;
    type Below;

    /// A diagonal of the last two axes below the main one: `[5, 3, 4]`, by `Dim::<2>` -> `[5, 1]`. NumPy's `np.diagonal(x, -2, -2, -1)`, PyTorch's
    /// `x.diagonal(-2, -2, -1)`. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![[1, 2, 3], [4, 5, 6]].diagonal_below(One).to_tensor(), tensor![4]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2, 3], [4, 5, 6]].diagonal_below(Dim::<3>);
    /// ```
    fn diagonal_below;
}

/// The size of an axis as a number: `size`.
pub trait AxisSizes<A>: Operand {
    /// The size of an axis: of `[4, 3]` along `Axis::<-1>`, 3. PyTorch's `x.size(dim)`. In generic code the size of a static axis `D` is also
    /// `D::SIZE`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// fn scaled<L: Shape, D: Size>(x: &Tensor<f32, (L, D)>) -> Tensor<f32, (L, D)> {
    ///     x / (x.size(Axis::<-1>) as f32).sqrt()
    /// }
    /// assert_eq!(scaled(&Tensor::<f32, shape![2, 4]>::ones()), Tensor::full(0.5));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 2, 3].size(Axis::<1>);
    /// ```
    #[rustfmt::skip]
    fn size( // as `x.size(Axis::<0>)`; all of them are `x.sizes()`
        &self, axis: A) -> usize;
}

impl<X: Operand + ?Sized, A> AxisSizes<A> for X
where
    X::Shape: Along<A, measure>,
{
    #[inline]
    fn size(&self, _: A) -> usize {
        self.view().shape().dims().sizes[<X::Shape as Along<A, measure>>::PLACE]
    }
}
