//! The places of an axis, one by one.

use crate::shape::Shape;
use crate::shape::at::Along;
use crate::shape::layout::Layout;
use crate::shape::parts::{AxisIndexed, IndexAxis};
use crate::shape::verbs::select;
use crate::view::parts::Cut;
use crate::view::{AxisIter, Operand, View};

of_every_operand! {
    /// The places of the axis `A`, one or all in turn: `index_axis`, `axis_iter`.
    trait AxisPlaces[A][A]
    for X where [X: Operand<Shape: Along<A, select> + IndexAxis<A>> + ?Sized] {
        /// The shape without the axis.
        type AxisIndexed: Shape = AxisIndexed<X::Shape, A>;
        /// How its elements lie.
        #[doc(hidden)]
        type AxisIndexedLayout: Layout<Self::AxisIndexed> = Cut<<X::Shape as IndexAxis<A>>::Outer, X::Shape, X::Layout, Self::AxisIndexed>;
    }

    /// One place of an axis, without the axis: `[4, 3, 2]` at `Axis::<1>`, 0 -> `[4, 2]`. NumPy's `x[:, 0]`, PyTorch's
    /// `x.select(1, 0)`. O(1), no copy; the outermost axis of what lies row by row gives what lies row by row.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.index_axis(Axis::<0>, 1).as_slice(), [4, 5, 6]);
    /// assert_eq!(x.index_axis(Axis::<-1>, 0).to_tensor(), tensor![1, 4]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2, 3], [4, 5, 6]].index_axis(Axis::<2>, 0);
    /// ```
    ///
    /// # Panics
    /// If there is no such place on the axis.
    #[track_caller]
    fn index_axis( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self,
        axis: A,
        index: usize,
    ) -> View<'_, Self::Elem, Self::AxisIndexed, Self::AxisIndexedLayout, Self::Kind>;

    /// As [`index_axis`](crate::AxisPlaces::index_axis), or `None` if there is no such place on the axis.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert!(tensor![1, 2, 3].try_index_axis(Axis::<0>, 3).is_none());
    /// ```
    fn try_index_axis( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self,
        axis: A,
        index: usize,
    ) -> Option<View<'_, Self::Elem, Self::AxisIndexed, Self::AxisIndexedLayout, Self::Kind>>;

    /// The places of an axis in turn, without the axis: of `[4, 3]` at `Axis::<1>`, three times `[4]`. PyTorch's `x.unbind(1)`, ndarray's
    /// `axis_iter`. No copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// let columns: Vec<_> = x.axis_iter(Axis::<1>).map(|column| column.to_tensor()).collect();
    /// assert_eq!(columns, [tensor![1, 4], tensor![2, 5], tensor![3, 6]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2, 3], [4, 5, 6]].axis_iter(Axis::<-3>);
    /// ```
    #[doc(alias = "unbind")]
    fn axis_iter( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: A) -> AxisIter<'_, Self::Elem, Self::AxisIndexed, Self::AxisIndexedLayout, Self::Kind>;
}
