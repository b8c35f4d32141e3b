//! Windows that slide along an axis.

use crate::shape::Shape;
use crate::shape::at::Along;
use crate::shape::layout::Strided;
use crate::shape::parts::{Windowed, Windows};
use crate::shape::size::{One, Size, StaticSize};
use crate::shape::verbs::unfold;
use crate::view::{Operand, View};

of_every_operand! {
    /// All windows of the static size `W` on the axis `A`: `windows`.
    trait AxisWindows[A, W][A, W]
    for X where [X: Operand<Shape: Along<A, unfold> + Windows<A, W, One>> + ?Sized, W: Size + StaticSize] {
        /// The shape with the number of windows on the axis, and the window as a new last axis.
        type Windowed: Shape = Windowed<X::Shape, A, W, One>;
    }

    /// All windows on an axis, each on a new last axis: `[2, 10]` at `Axis::<1>`, of size 3 -> `[2, 8, 3]`. NumPy's
    /// `np.lib.stride_tricks.sliding_window_view(x, 3, 1)`, PyTorch's `x.unfold(1, 3, 1)`. O(1), no copy: windows share their elements.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![1.0, 2.0, 4.0, 8.0];
    /// assert_eq!(x.windows(Axis::<0>, Dim::<2>).sum(Axis::<-1>), tensor![3.0, 6.0, 12.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1.0, 2.0, 4.0, 8.0].windows(Axis::<0>, Dim::<5>);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis is shorter than a window.
    #[track_caller]
    #[doc(alias = "sliding_window_view")]
    fn windows( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: A, size: W) -> View<'_, Self::Elem, Self::Windowed, Strided, Self::Kind>;

    /// As [`windows`](crate::AxisWindows::windows), or `None` if the axis is a run-time one, and shorter than a window.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Length);
    /// let of = |n| Tensor::<f32, shape![Length]>::ones_with(Length(n)).try_windows(Axis::<0>, Dim::<3>).map(|all| all.sizes());
    /// assert_eq!((of(5), of(2)), (Some([3, 3]), None));
    /// ```
    fn try_windows( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: A, size: W) -> Option<View<'_, Self::Elem, Self::Windowed, Strided, Self::Kind>>;
}

of_every_operand! {
    /// Windows of the static size `W` in steps of `K` on the axis `A`: `unfold`.
    trait SteppedWindows[A, W, K][A, W, K]
    for X where [X: Operand<Shape: Along<A, unfold> + Windows<A, W, K>> + ?Sized, W: Size + StaticSize, K: Size + StaticSize] {
        /// The shape with the number of windows on the axis, and the window as a new last axis.
        type Unfolded: Shape = Windowed<X::Shape, A, W, K>;
    }

    /// Windows on an axis that start every so many elements: `[2, 10]` at `Axis::<1>`, of size 3 in steps of 2 -> `[2, 4, 3]`. What is left
    /// over at the end is in no window. PyTorch's `x.unfold(1, 3, 2)`. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![1, 2, 3, 4, 5];
    /// assert_eq!(x.unfold(Axis::<0>, Dim::<3>, Dim::<2>).to_tensor(), tensor![[1, 2, 3], [3, 4, 5]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 2, 3, 4, 5].unfold(Axis::<0>, Dim::<3>, Dim::<0>);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis is shorter than a window.
    #[track_caller]
    fn unfold( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: A, size: W, step: K) -> View<'_, Self::Elem, Self::Unfolded, Strided, Self::Kind>;

    /// As [`unfold`](crate::SteppedWindows::unfold), or `None` if the axis is a run-time one, and shorter than a window.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Length);
    /// let of = |n| Tensor::<f32, shape![Length]>::ones_with(Length(n)).try_unfold(Axis::<0>, Dim::<3>, Dim::<2>).map(|all| all.sizes());
    /// assert_eq!((of(5), of(2)), (Some([2, 3]), None));
    /// ```
    fn try_unfold( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: A, size: W, step: K) -> Option<View<'_, Self::Elem, Self::Unfolded, Strided, Self::Kind>>;
}
