//! Several axes made one, and one made several.

use crate::shape::Shape;
use crate::shape::at::Along;
use crate::shape::diagnostics::Contiguous;
use crate::shape::layout::{Layout, RowMajor};
use crate::shape::parts::{Unflatten, Unflattened};
use crate::shape::reshape::{AxesFlattened, FlattenAxes};
use crate::shape::verbs::unflatten;
use crate::view::{Operand, View};

of_every_operand! {
    /// All axes from `A` to `B` made one: `flatten_axes`.
    trait AxisMerges[A, B][A, B]
    for X given [Z: Shape] where [X: Operand<Shape: FlattenAxes<A, B, Output = Z>> + ?Sized, Z: Contiguous<X::Layout, <X::Shape as Shape>::Shown>] {
        /// The shape with one axis in their place.
        type AxesFlattened: Shape = AxesFlattened<X::Shape, A, B>;
    }

    /// The same elements with one axis in place of all axes from one to another: `[8, 7, 7, 512]` at `Axis::<1>, Axis::<-1>` ->
    /// `[8, 25088]`. PyTorch's `x.flatten(1, -1)`. The elements lie row by row, as for [`reshape`](crate::Reshapes::reshape). O(1), no
    /// copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// let x = Tensor::<f32, shape![Batch, 7, 7, 512]>::zeros_with(Batch(2));
    /// let y: View<f32, shape![Batch, 25088]> = x.flatten_axes(Axis::<1>, Axis::<-1>);
    /// assert_eq!(y.sizes(), [2, 25088]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![8, 7, 7, 512]>::zeros().flatten_axes(Axis::<2>, Axis::<1>);
    /// ```
    fn flatten_axes( // from one to another: `x.flatten_axes(Axis::<1>, Axis::<-1>)`
        &self, from: A, to: B) -> View<'_, Self::Elem, Self::AxesFlattened, RowMajor, Self::Kind>;
}

of_every_operand! {
    /// One axis, `A`, taken apart into the sizes `Z`: `unflatten`.
    trait AxisSplits[A, Z][A, Z]
    for X where [X: Operand<Shape: Along<A, unflatten> + Unflatten<A, Z>> + ?Sized] {
        /// The shape with the sizes in place of the axis.
        type Unflattened: Shape = Unflattened<X::Shape, A, Z>;
        /// How its elements lie.
        #[doc(hidden)]
        type UnflattenedLayout: Layout<Self::Unflattened> = <X::Layout as Layout<X::Shape>>::Reaxed<Self::Unflattened>;
    }

    /// An axis taken apart into several: `[5, 6]` at `Axis::<1>` into `(Dim::<2>, Dim::<3>)` -> `[5, 2, 3]`. PyTorch's
    /// `x.unflatten(1, (2, 3))`. The sizes multiply to the axis's, which is checked by type. O(1), no copy, of any layout.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![8, 10, 768]> = Tensor::zeros();
    /// let heads = x.unflatten(Axis::<-1>, (Dim::<12>, Dim::<64>)).swap_axes(Axis::<1>, Axis::<2>);
    /// assert_eq!(heads.sizes(), [8, 12, 10, 64]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![8, 10, 768]>::zeros().unflatten(Axis::<-1>, (Dim::<12>, Dim::<65>));
    /// ```
    fn unflatten( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: A, sizes: Z) -> View<'_, Self::Elem, Self::Unflattened, Self::UnflattenedLayout, Self::Kind>;
}
