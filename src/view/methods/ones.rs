//! Axes of size 1: put in, left out.

use crate::shape::Shape;
use crate::shape::at::Along;
use crate::shape::axes::{Squeeze, Squeezed, Unsqueeze, Unsqueezed};
use crate::shape::layout::Layout;
use crate::shape::verbs::squeeze;
use crate::view::{Operand, View};

of_every_operand! {
    /// A new axis of size 1, put in at `A`: `unsqueeze`.
    trait Unsqueezes[A][A] for X where [X: Operand<Shape: Unsqueeze<A>> + ?Sized] {
        /// The shape with the axis.
        type Unsqueezed: Shape = Unsqueezed<X::Shape, A>;
        /// How its elements lie.
        #[doc(hidden)]
        type UnsqueezedLayout: Layout<Self::Unsqueezed> = <X::Layout as Layout<X::Shape>>::Reaxed<Self::Unsqueezed>;
    }

    /// The same elements with a new axis of size 1, counted in the result: `[4, 3]` at `Axis::<1>` -> `[4, 1, 3]`. PyTorch's
    /// `x.unsqueeze(1)`, NumPy's `np.expand_dims(x, 1)`. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let per_class = tensor![1.0, 2.0, 3.0, 4.0];
    /// let scores: Tensor<f64, shape![4, 32, 8]> = Tensor::zeros();
    /// let curved = &scores + per_class.unsqueeze(Axis::<-1>).unsqueeze(Axis::<-1>);
    /// assert_eq!(curved[[3, 0, 0]], 4.0);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1.0, 2.0].unsqueeze(Axis::<2>);
    /// ```
    #[doc(alias = "expand_dims")]
    fn unsqueeze( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: A) -> View<'_, Self::Elem, Self::Unsqueezed, Self::UnsqueezedLayout, Self::Kind>;
}

of_every_operand! {
    /// An axis of size 1, at `A`, left out: `squeeze`.
    trait Squeezes[A][A]
    for X where [X: Operand<Shape: Along<A, squeeze> + Squeeze<A>> + ?Sized] {
        /// The shape without the axis.
        type Squeezed: Shape = Squeezed<X::Shape, A>;
        /// How its elements lie.
        #[doc(hidden)]
        type SqueezedLayout: Layout<Self::Squeezed> = <X::Layout as Layout<X::Shape>>::Reaxed<Self::Squeezed>;
    }

    /// The same elements without an axis of size 1: `[4, 1, 3]` at `Axis::<1>` -> `[4, 3]`. PyTorch's and NumPy's
    /// `squeeze(1)`; an axis of any other size does not compile. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![4, 1, 3]> = Tensor::zeros();
    /// assert_eq!(x.squeeze(Axis::<1>).sizes(), [4, 3]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![4, 1, 3]>::zeros().squeeze(Axis::<0>);
    /// ```
    fn squeeze( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: A) -> View<'_, Self::Elem, Self::Squeezed, Self::SqueezedLayout, Self::Kind>;
}
