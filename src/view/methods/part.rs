//! Parts of an axis.

use crate::shape::Shape;
use crate::shape::at::Along;
use crate::shape::layout::{Layout, Strided};
use crate::shape::narrow::{Narrow, Narrowed};
use crate::shape::parts::{Chunk, Chunked, NarrowWith, Slice, Sliced, Split};
use crate::shape::size::{Dim, Size, StaticSize};
use crate::shape::verbs::{cut, narrow, split};
use crate::view::narrow::PartOf;
use crate::view::parts::Cut;
use crate::view::{Operand, View};

of_every_operand! {
    /// Parts of the axis `A` of the static size `D`: `narrow`.
    trait Narrows[A, D][A, D]
    for X where [X: Operand<Shape: Along<A, narrow> + Narrow<A, D>> + ?Sized, D: Size + StaticSize] {
        /// The shape with that size on the axis.
        type Narrowed: Shape = Narrowed<X::Shape, A, D>;
        /// How its elements lie.
        #[doc(hidden)]
        type NarrowedLayout: Layout<Self::Narrowed> = PartOf<X::Shape, X::Layout, A, D>;
    }

    /// A part of an axis: `[4, 3]` at `Axis::<0>` from 1 on, of size 2 -> `[2, 3]`. PyTorch's `x.narrow(0, 1, 2)`, NumPy's
    /// `x[1:3]`. O(1), no copy. A part of the outermost axis of what lies row by row lies row by row too.
    ///
    /// The size is part of the type, and is a value: `One`, `Dim::<2>`, `<dim!(4096)>::default()`. A part that is longer than
    /// the axis does not compile; where it starts is known when the program runs.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[0, 1, 2], [3, 4, 5], [6, 7, 8]];
    /// assert_eq!(x.narrow(Axis::<0>, 1, Dim::<2>).to_tensor(), tensor![[3, 4, 5], [6, 7, 8]]);
    /// assert_eq!(x.narrow(Axis::<-1>, 0, One).squeeze(Axis::<-1>).to_tensor(), tensor![0, 3, 6]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 2, 3].narrow(Axis::<0>, 0, Dim::<4>);
    /// ```
    ///
    /// # Panics
    /// If the part ends beyond the axis.
    #[track_caller]
    fn narrow( // as `x.narrow(Axis::<0>, 2, Dim::<3>)`: from 2 on, three of the first axis; `Axis::<-1>` is the last
        &self,
        axis: A,
        start: usize,
        size: D,
    ) -> View<'_, Self::Elem, Self::Narrowed, Self::NarrowedLayout, Self::Kind>;

    /// As [`narrow`](crate::Narrows::narrow), or `None` if the part ends beyond the axis.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert!(tensor![1, 2, 3].try_narrow(Axis::<0>, 2, Dim::<2>).is_none());
    /// ```
    fn try_narrow( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self,
        axis: A,
        start: usize,
        size: D,
    ) -> Option<View<'_, Self::Elem, Self::Narrowed, Self::NarrowedLayout, Self::Kind>>;
}

of_every_operand! {
    /// Parts of the axis `A` whose size, of the named axis `D`, is known when the program runs: `narrow_with`.
    trait RunTimeNarrows[A, D][A, D]
    for X where [X: Operand<Shape: Along<A, narrow> + NarrowWith<A, D>> + ?Sized, D: Size] {
        /// The shape with the named axis.
        type NarrowedWith: Shape = <X::Shape as NarrowWith<A, D>>::Output;
        /// How its elements lie.
        #[doc(hidden)]
        type NarrowedWithLayout: Layout<Self::NarrowedWith> = Cut<<X::Shape as NarrowWith<A, D>>::Outer, X::Shape, X::Layout, Self::NarrowedWith>;
    }

    /// A part of an axis whose size is known when the program runs: `[Batch, Seq, 64]` at `Axis::<1>` from 2 on, `Seq(n)` ->
    /// `[Batch, Seq, 64]`. PyTorch's `x.narrow(1, 2, n)`, NumPy's `x[:, 2:2 + n]`. O(1), no copy. The axis gets the name that is given; for a
    /// size that is known when the program is compiled there is [`narrow`](crate::Narrows::narrow).
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Seq);
    /// let cache: Tensor<i32, shape![2, 512]> = Tensor::zeros();
    /// let used: View<i32, shape![2, Seq], _> = cache.narrow_with(Axis::<1>, 0, Seq(17));
    /// assert_eq!(used.sizes(), [2, 17]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<i32, shape![2, 512]>::zeros().narrow_with(Axis::<1>, 0, Dim::<17>);
    /// ```
    ///
    /// # Panics
    /// If the part ends beyond the axis, or if its name stands for another axis of the shape, of another size.
    #[track_caller]
    fn narrow_with( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self,
        axis: A,
        start: usize,
        size: D,
    ) -> View<'_, Self::Elem, Self::NarrowedWith, Self::NarrowedWithLayout, Self::Kind>;

    /// As [`narrow_with`](crate::RunTimeNarrows::narrow_with), or `None` if the part ends beyond the axis, or if its name stands for another
    /// axis of the shape, of another size.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Seq);
    /// assert!(tensor![1, 2, 3].try_narrow_with(Axis::<0>, 2, Seq(2)).is_none());
    /// ```
    fn try_narrow_with( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self,
        axis: A,
        start: usize,
        size: D,
    ) -> Option<View<'_, Self::Elem, Self::NarrowedWith, Self::NarrowedWithLayout, Self::Kind>>;
}

of_every_operand! {
    /// Slices of the axis `A`, of the static size `D` in steps of `K`: `slice`.
    trait Slices[A, D, K][A, D, K]
    for X where [X: Operand<Shape: Along<A, cut> + Slice<A, D, K>> + ?Sized, D: Size + StaticSize, K: Size + StaticSize] {
        /// The shape with that size on the axis.
        type Sliced: Shape = Sliced<X::Shape, A, D, K>;
    }

    /// A part of an axis in steps: `[3, 9]` at `Axis::<1>` from 1 on, 4 elements in steps of 2 -> `[3, 4]`. NumPy's `x[:, 1:9:2]`. O(1),
    /// no copy.
    ///
    /// Size and step are part of the type; a slice that reaches beyond the axis from wherever it starts does not compile. To go
    /// backwards, [`flip`](crate::Flips::flip) the axis first.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<i32, shape![9]> = Tensor::arange();
    /// assert_eq!(x.slice(Axis::<0>, 1, Dim::<4>, Dim::<2>).to_tensor(), tensor![1, 3, 5, 7]); // x[1:9:2]
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x: Tensor<i32, shape![9]> = Tensor::arange();
    /// x.slice(Axis::<0>, 0, Dim::<6>, Dim::<2>);
    /// ```
    ///
    /// # Panics
    /// If the slice ends beyond the axis.
    #[track_caller]
    fn slice( // as `x.slice(Axis::<0>, 2, Dim::<3>, Dim::<2>)`: from 2 on, three of the first axis, each second one; of several axes `part!(x; 0..6; 2, ..)`
        &self, axis: A, start: usize, size: D, step: K) -> View<'_, Self::Elem, Self::Sliced, Strided, Self::Kind>;

    /// As [`slice`](crate::Slices::slice), or `None` if the slice ends beyond the axis.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert!(tensor![1, 2, 3, 4].try_slice(Axis::<0>, 2, Dim::<2>, Dim::<2>).is_none());
    /// ```
    fn try_slice( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self,
        axis: A,
        start: usize,
        size: D,
        step: K,
    ) -> Option<View<'_, Self::Elem, Self::Sliced, Strided, Self::Kind>>;
}

of_every_operand! {
    /// The axis `A` in two parts, the first of the static size `D`: `split_at`.
    trait Splits[A, D][A, D]
    for X where [X: Operand<Shape: Along<A, split> + Split<A, D>> + ?Sized, D: Size + StaticSize] {
        /// The shape with that size on the axis.
        type First: Shape = <X::Shape as Split<A, D>>::First;
        /// The shape with what is left.
        type Rest: Shape = <X::Shape as Split<A, D>>::Rest;
        /// How the first part lies.
        #[doc(hidden)]
        type FirstLayout: Layout<Self::First> = Cut<<X::Shape as Split<A, D>>::Outer, X::Shape, X::Layout, Self::First>;
        /// How the rest lies.
        #[doc(hidden)]
        type RestLayout: Layout<Self::Rest> = Cut<<X::Shape as Split<A, D>>::Outer, X::Shape, X::Layout, Self::Rest>;
    }

    /// Both parts of an axis: `[3, 10]` at `Axis::<1>` after 4 -> `[3, 4]` and `[3, 6]`. NumPy's `np.split(x, [4], 1)`, PyTorch's
    /// `x.split([4, 6], 1)`. The second size is computed by type. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// let (first, rest) = x.split_at(Axis::<1>, One);
    /// assert_eq!((first.to_tensor(), rest.to_tensor()), (tensor![[1], [4]], tensor![[2, 3], [5, 6]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2, 3], [4, 5, 6]].split_at(Axis::<1>, Dim::<4>);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis is shorter than the first part.
    #[track_caller]
    #[doc(alias = "split")]
    fn split_at( // as `x.split_at(Axis::<1>, Dim::<3>)`: the first three of the second axis, and the rest; `Axis::<-1>` is the last
        &self,
        axis: A,
        size: D,
    ) -> (View<'_, Self::Elem, Self::First, Self::FirstLayout, Self::Kind>, View<'_, Self::Elem, Self::Rest, Self::RestLayout, Self::Kind>);
}

of_every_operand! {
    /// The axis `A` in `N` equal parts: `chunks`.
    trait EqualParts[A, const N: usize][A, N]
    for X where [X: Operand<Shape: Along<A, split> + Chunk<A, Dim<N>>> + ?Sized] {
        /// The shape of one part.
        type Chunked: Shape = Chunked<X::Shape, A, Dim<N>>;
        /// How its elements lie.
        #[doc(hidden)]
        type ChunkedLayout: Layout<Self::Chunked> = Cut<<X::Shape as Chunk<A, Dim<N>>>::Outer, X::Shape, X::Layout, Self::Chunked>;
    }

    /// An axis as equal parts: `[2, 12]` at `Axis::<1>`, `Dim::<3>` of them -> three times `[2, 4]`, an array. PyTorch's
    /// `x.chunk(3, 1)`, NumPy's `np.split(x, 3, 1)`; the number must divide the size, which is checked by type. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![2, 5, 192]> = Tensor::zeros();
    /// let [q, k, v] = x.chunks(Axis::<-1>, Dim::<3>);
    /// assert_eq!((q.sizes(), k.sizes(), v.sizes()), ([2, 5, 64], [2, 5, 64], [2, 5, 64]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 2, 3, 4].chunks(Axis::<0>, Dim::<3>);
    /// ```
    ///
    /// # Panics
    /// If the number of parts does not divide the size of a run-time axis.
    #[track_caller]
    #[doc(alias = "chunk")]
    #[doc(alias = "split")]
    fn chunks( // as `x.chunks(Axis::<1>, Dim::<3>)`: three equal parts of the second axis; `Axis::<-1>` is the last
        &self, axis: A, count: Dim<N>) -> [View<'_, Self::Elem, Self::Chunked, Self::ChunkedLayout, Self::Kind>; N];
}
