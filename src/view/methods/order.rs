//! Axes in another order, and axes turned round.

use crate::shape::Shape;
use crate::shape::at::Along;
use crate::shape::layout::Strided;
use crate::shape::parts::{AxisMoved, Flip, MoveAxis};
use crate::shape::permute::{AxesSwapped, Permute, Permuted, SwapAxes};
use crate::shape::verbs::{reach, relocate};
use crate::view::{Operand, View};

of_every_operand! {
    /// Axes in the order that the axes `A` say: `permute`.
    trait Permutations[A][A] for X where [X: Operand<Shape: Permute<A>> + ?Sized] {
        /// The shape with its axes in that order.
        type Permuted: Shape = Permuted<X::Shape, A>;
    }

    /// The same elements with the axes in another order: `[2, 3, 5]` by `axes![2, 0, 1]` -> `[5, 2, 3]`. Each axis is named once;
    /// a missing or repeated one does not compile. NumPy's `x.transpose(2, 0, 1)`, PyTorch's `x.permute(2, 0, 1)`. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let pixels: Tensor<u8, shape![480, 640, 3]> = Tensor::zeros(); // height, width, channel
    /// assert_eq!(pixels.permute(axes![2, 0, 1]).sizes(), [3, 480, 640]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let pixels: Tensor<u8, shape![480, 640, 3]> = Tensor::zeros();
    /// pixels.permute(axes![2, 0, 0]);
    /// ```
    #[rustfmt::skip]
    fn permute(&self, axes: A) // all axes in their new order: `x.permute(axes![1, 0])`
    -> View<'_, Self::Elem, Self::Permuted, Strided, Self::Kind>;
}

of_every_operand! {
    /// Two axes exchanged, `A` and `B`: `swap_axes`.
    trait AxisSwaps[A, B][A, B]
    for X where [X: Operand<Shape: SwapAxes<A, B>> + ?Sized] {
        /// The shape with the two exchanged.
        type AxesSwapped: Shape = AxesSwapped<X::Shape, A, B>;
    }

    /// The same elements with two axes exchanged: `[2, 3, 5]` at `Axis::<0>, Axis::<2>` -> `[5, 3, 2]`. NumPy's
    /// `np.swapaxes(x, 0, 2)`, PyTorch's `x.transpose(0, 2)`. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![2, 3, 5]> = Tensor::zeros();
    /// assert_eq!(x.swap_axes(Axis::<0>, Axis::<-1>).sizes(), [5, 3, 2]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![2, 3, 5]>::zeros().swap_axes(Axis::<0>, Axis::<3>);
    /// ```
    #[doc(alias = "swapaxes")]
    fn swap_axes( // as `x.swap_axes(Axis::<0>, Axis::<1>)`
        &self, a: A, b: B) -> View<'_, Self::Elem, Self::AxesSwapped, Strided, Self::Kind>;
}

of_every_operand! {
    /// One axis, `A`, moved to be `B`: `move_axis`.
    trait AxisMoves[A, B][A, B]
    for X where [X: Operand<Shape: Along<A, relocate> + Along<B, reach> + MoveAxis<A, B>> + ?Sized] {
        /// The shape with the axis at its new place.
        type AxisMoved: Shape = AxisMoved<X::Shape, A, B>;
    }

    /// The same elements with an axis at another place, the others in their order: `[2, 3, 5]` from `Axis::<0>` to `Axis::<-1>` ->
    /// `[3, 5, 2]`. NumPy's `np.moveaxis(x, 0, -1)`, PyTorch's `x.movedim(0, -1)`. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let images: Tensor<u8, shape![8, 480, 640, 3]> = Tensor::zeros();
    /// assert_eq!(images.move_axis(Axis::<-1>, Axis::<1>).sizes(), [8, 3, 480, 640]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2, 3], [4, 5, 6]].move_axis(Axis::<0>, Axis::<2>);
    /// ```
    #[doc(alias = "moveaxis")]
    #[doc(alias = "movedim")]
    fn move_axis( // as `x.move_axis(Axis::<0>, Axis::<-1>)`
        &self, from: A, to: B) -> View<'_, Self::Elem, Self::AxisMoved, Strided, Self::Kind>;
}

of_every_operand! {
    /// Elements from last to first along the axes `A`, one or a tuple of up to four: `flip`.
    trait Flips[A][A] for X where [X: Operand<Shape: Flip<A>> + ?Sized] {}

    /// The same elements from last to first along an axis, or a tuple of up to four. NumPy's `np.flip(x, 0)`, PyTorch's `x.flip(0)`;
    /// unlike PyTorch's, a view: O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.flip(Axis::<1>).to_tensor(), tensor![[3, 2, 1], [6, 5, 4]]);
    /// assert_eq!(x.flip((Axis::<0>, Axis::<1>)).strides(), [-3, -1]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 2, 3].flip(Axis::<1>);
    /// ```
    fn flip( // as `x.flip(Axis::<0>)`
        &self, axes: A) -> View<'_, Self::Elem, Self::Shape, Strided, Self::Kind>;
}
