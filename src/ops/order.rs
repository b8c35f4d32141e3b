//! Order along an axis: `sort`, `argsort`, `topk`, `quantile`, `searchsorted`.

use alloc::vec::Vec;
use core::cmp::Ordering;

use num_traits::Float;

use super::index::read::{Around, gather};
use super::index::{Forward, PickBack, Range};
use super::order_back::QuantileBack;
use super::reduce::{is_nan, some};
use super::rows::{axis_and_inner, elements};
use crate::error::IndexError;
use crate::kernels::ranks::Memory;
use crate::kernels::sixteen::{ByNumbers, Sixteen, can_be};
use crate::kind::{Kind, Numbers};
use crate::shape::at::Along;
use crate::shape::axes::{Axis, TheAxis};
use crate::shape::diagnostics::SingleAxis;
use crate::shape::dims::Dims;
use crate::shape::given::Given;
use crate::shape::index::{RowsLikeThoseOf, Searchable, TopK, TopKOf};
use crate::shape::layout::Layout;
use crate::shape::reduce::{Reduce, Reduced};
use crate::shape::size::{Size, StaticSize};
use crate::shape::verbs::sort;
use crate::shape::{Shape, run_time};
use crate::storage::{Buffer, Scratch, room};
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Lane, Lanes, OfElements, Operand, Values, View};

/// Smallest or largest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// Smallest first, NaN last.
    Ascending,
    /// Largest first, and NaN before all, as in PyTorch.
    Descending,
}

/// What a quantile is that lies between two elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Between {
    /// On the line from one to the other, as far as the part says.
    Linear,
    /// The lower one.
    Lower,
    /// The higher one.
    Higher,
    /// The middle of both.
    Midpoint,
    /// The nearer one, and of two as near the one at an even place.
    Nearest,
}

/// Which part of the elements lies below a quantile, and what it is between two.
#[derive(Clone, Copy)]
pub(super) struct Quantile {
    pub part: f64,
    pub between: Between,
    /// Is NaN passed over?
    pub numbers: bool,
}

impl Quantile {
    /// The place of the lower element of so many, and how far from it to the next the quantile is.
    pub(super) fn place(self, n: usize) -> (usize, f64) {
        let rank = self.part * (n - 1) as f64;
        let below = rank as usize; // rounds down
        let weight = rank - below as f64;
        match self.between {
            Between::Linear => (below, weight),
            Between::Lower => (below, 0.0),
            Between::Midpoint => (below, if weight == 0.0 { 0.0 } else { 0.5 }),
            Between::Higher => (below + usize::from(weight > 0.0), 0.0),
            Between::Nearest => (below + usize::from(weight > 0.5 || weight == 0.5 && below % 2 == 1), 0.0),
        }
    }
}

operation! {
    /// Elements in order along an axis: `sort`, `argsort`. [`Tops`] are a few of them, [`Quantiles`] lie between them, and [`Searches`]
    /// find a place among them.
    ///
    /// NaN counts as larger than every number, as in PyTorch, and as in NumPy where it sorts last. Of equal elements the earlier one
    /// comes first.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let scores = tensor![[0.2, 0.7, 0.1], [0.3, 0.3, 0.4]];
    /// let (values, classes) = scores.topk(Axis::<-1>, Dim::<2>);
    /// assert_eq!(values, tensor![[0.7, 0.2], [0.4, 0.3]]);
    /// assert_eq!(classes, tensor![[1, 0], [2, 0]]);
    /// assert_eq!(scores.argsort(Axis::<-1>, Order::Ascending), tensor![[2, 0, 1], [0, 1, 2]]);
    /// ```
    trait Sorting[A][A] for X where [X: Operand<Shape: Along<A, sort>> + ?Sized] {}

    /// The elements of each lane in order, and the indices where they were: `[4, 3]` -> `[4, 3]` twice. Stable. PyTorch's
    /// `x.sort(dim, descending, stable=True)`, NumPy's `np.sort(x, axis)`. Allocates both results, and one lane.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (values, indices) = tensor![3.0, f64::INFINITY, 1.0].sort(Axis::<0>, Order::Descending);
    /// assert_eq!((values, indices), (tensor![f64::INFINITY, 3.0, 1.0], tensor![1, 0, 2]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![3.0, 1.0].sort(Axis::<1>, Order::Ascending);
    /// ```
    fn sort( // as `x.sort(Axis::<1>, Order::Ascending)`, or `Order::Descending`; the last axis is `Axis::<-1>`
        &self,
        axis: A,
        order: Order,
    ) -> (Tensor<Self::Elem, Self::Shape, Self::Kind>, Tensor<usize, Self::Shape>)
    where [Self::Elem: Clone + PartialOrd, Self::Kind: Numbers<Self::Elem>]
    {
        let indices = self.argsort(axis, order);
        (at(self.view(), <X::Shape as Along<A, sort>>::PLACE, &indices), indices)
    }

    /// The indices that put each lane in order: `[4, 3]` -> `[4, 3]`. Stable. PyTorch's `x.argsort(dim, descending, stable=True)`,
    /// NumPy's `np.argsort(x, axis, kind="stable")`. Allocates the result, and one lane.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[3, 1, 2], [5, 6, 4]];
    /// let order = x.argsort(Axis::<1>, Order::Ascending);
    /// assert_eq!(order, tensor![[1, 2, 0], [2, 0, 1]]);
    /// assert_eq!(x.gather(Axis::<1>, &order), tensor![[1, 2, 3], [4, 5, 6]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[3, 1, 2], [5, 6, 4]].argsort(Axis::<2>, Order::Ascending);
    /// ```
    fn argsort( // as `x.argsort(Axis::<1>, Order::Ascending)`, or `Order::Descending`; the last axis is `Axis::<-1>`
        &self, axis: A, order: Order) -> Tensor<usize, Self::Shape>
    where [Self::Elem: Clone + PartialOrd, Self::Kind: Numbers<Self::Elem>]
    {
        let (view, place) = (self.view().numbers(), <X::Shape as Along<A, sort>>::PLACE);
        let size = view.shape().dims().sizes[place];
        let sorted = ranked(&view, place, size, order);
        Tensor::from_parts(Buffer::from_vec(sorted), view.shape())
    }
}

operation! {
    /// The `K` largest or smallest elements along the axis `Axis<I>`: `topk`, `topk_smallest`.
    trait Tops[K, const I: isize][K, I] for X where [X: Operand<Shape: Along<Axis<I>, sort> + TopK<Axis<I>, K>> + ?Sized, K: Size + StaticSize] {
        /// The shape with size `K` on the axis.
        type Top: Shape = TopKOf<X::Shape, Axis<I>, K>;
    }

    /// The `K` largest elements of each lane, largest first, and the indices where they were: `[4, 1000]` with `Dim::<5>` ->
    /// `[4, 5]` twice. PyTorch's `x.topk(5, dim)`. More than the axis has do not compile. Allocates both results, and one lane.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (values, indices) = tensor![0.1, 0.6, 0.3].topk(Axis::<0>, Dim::<2>);
    /// assert_eq!((values, indices), (tensor![0.6, 0.3], tensor![1, 2]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![0.1, 0.6, 0.3].topk(Axis::<0>, Dim::<5>);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis has fewer elements.
    #[track_caller]
    fn topk( // three of the last axis, as `x.topk(Axis::<-1>, Dim::<3>)`
        &self, axis: Axis<I>, k: K) -> (Tensor<Self::Elem, Self::Top, Self::Kind>, Tensor<usize, Self::Top>)
    where [Self::Elem: Clone + PartialOrd, Self::Kind: Numbers<Self::Elem>]
    {
        top(self.view(), I, <X::Shape as Along<Axis<I>, sort>>::PLACE, K::SIZE, Order::Descending)
    }

    /// The `K` smallest elements of each lane, smallest first, and the indices where they were. PyTorch's
    /// `x.topk(5, dim, largest=False)`. Shapes and memory as for [`topk`](Self::topk).
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (values, indices) = tensor![0.1, 0.6, 0.3].topk_smallest(Axis::<0>, Dim::<2>);
    /// assert_eq!((values, indices), (tensor![0.1, 0.3], tensor![0, 2]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![0.1, 0.6, 0.3].topk_smallest(Axis::<1>, Dim::<2>);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis has fewer elements.
    #[track_caller]
    fn topk_smallest( // three of the last axis, as `x.topk_smallest(Axis::<-1>, Dim::<3>)`
        &self, axis: Axis<I>, k: K) -> (Tensor<Self::Elem, Self::Top, Self::Kind>, Tensor<usize, Self::Top>)
    where [Self::Elem: Clone + PartialOrd, Self::Kind: Numbers<Self::Elem>]
    {
        top(self.view(), I, <X::Shape as Along<Axis<I>, sort>>::PLACE, K::SIZE, Order::Ascending)
    }
}

operation! {
    /// The value below which a part of the elements along the axis `A` lies: `quantile`.
    trait Quantiles[A][A] for X where [X: Operand<Shape: Reduce<TheAxis<A>>> + ?Sized, A: SingleAxis] {
        /// The shape without the axis.
        type Quantiled: Shape = Reduced<X::Shape, TheAxis<A>>;
    }

    /// The value below which a part `q` of each lane lies, linear between two elements; 0.5 is NumPy's median. NaN if there is one.
    /// `[4, 3]` over `Axis::<1>` -> `[4]`. PyTorch's `x.quantile(q, dim)`, NumPy's `np.quantile(x, q, axis)`. Allocates the
    /// result, and one lane.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[4.0, 1.0, 2.0, 3.0], [0.0, 10.0, 0.0, 0.0]];
    /// assert_eq!(x.quantile(Axis::<1>, 0.5), tensor![2.5, 0.0]);
    /// assert_eq!(x.quantile(Axis::<1>, 1.0), tensor![4.0, 10.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[4.0, 1.0], [0.0, 10.0]].quantile(Axis::<2>, 0.5);
    /// ```
    ///
    /// # Panics
    /// If `q` is not from 0 to 1. If a run-time axis has size 0, and the result has elements; where the type says so, it does not compile:
    ///
    /// ```compile_fail,E0080
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![4, 0]>::zeros().quantile(Axis::<1>, 0.5);
    /// ```
    #[doc(alias = "median")]
    #[doc(alias = "percentile")]
    #[track_caller]
    fn quantile( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: A, q: Self::Elem) -> Tensor<Self::Elem, Self::Quantiled, Self::Kind>
    where [Self::Elem: Float]
    {
        const { some::<X::Shape>(true, <X::Shape as Reduce<TheAxis<A>>>::MASK) };
        quantile::<_, _, _, _, TheAxis<A>>(self.view(), q, Between::Linear, false)
    }

    /// As [`quantile`](Self::quantile), with something else than the line between two elements. PyTorch's
    /// `x.quantile(q, dim, interpolation="lower")`, NumPy's `np.quantile(x, q, axis, method="lower")`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[4.0, 1.0, 2.0, 3.0], [0.0, 10.0, 0.0, 0.0]];
    /// assert_eq!(x.quantile_with(Axis::<1>, 0.5, Between::Lower), tensor![2.0, 0.0]);
    /// assert_eq!(x.quantile_with(Axis::<1>, 0.9, Between::Higher), tensor![4.0, 10.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[4.0, 1.0], [0.0, 10.0]].quantile_with(Axis::<2>, 0.5, Between::Lower);
    /// ```
    ///
    /// # Panics
    /// As [`quantile`](Self::quantile).
    #[track_caller]
    fn quantile_with( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: A, q: Self::Elem, between: Between) -> Tensor<Self::Elem, Self::Quantiled, Self::Kind>
    where [Self::Elem: Float]
    {
        const { some::<X::Shape>(true, <X::Shape as Reduce<TheAxis<A>>>::MASK) };
        quantile::<_, _, _, _, TheAxis<A>>(self.view(), q, between, false)
    }

    /// As [`quantile`](Self::quantile), of what is not NaN; NaN where nothing else is. PyTorch's `x.nanquantile(q, dim)`, NumPy's
    /// `np.nanquantile(x, q, axis)`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![[4.0, f64::NAN, 2.0]].nanquantile(Axis::<1>, 0.5), tensor![3.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[4.0, 1.0], [0.0, 10.0]].nanquantile(Axis::<2>, 0.5);
    /// ```
    ///
    /// # Panics
    /// As [`quantile`](Self::quantile).
    #[track_caller]
    fn nanquantile( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: A, q: Self::Elem) -> Tensor<Self::Elem, Self::Quantiled, Self::Kind>
    where [Self::Elem: Float]
    {
        const { some::<X::Shape>(true, <X::Shape as Reduce<TheAxis<A>>>::MASK) };
        quantile::<_, _, _, _, TheAxis<A>>(self.view(), q, Between::Linear, true)
    }
}

operation! {
    /// `N` quantiles along the axis `A`: `quantiles`.
    trait SeveralQuantiles[A, const N: usize][A, N] for X where [X: Operand<Shape: Reduce<TheAxis<A>>> + ?Sized, A: SingleAxis] {
        /// The shape without the axis.
        type Quantiled: Shape = Reduced<X::Shape, TheAxis<A>>;
    }

    /// Several [`quantile`](Quantiles::quantile)s, one tensor each; [`stack_all`](crate::stack_all) makes one of them. PyTorch's
    /// `x.quantile(torch.tensor([0.25, 0.5, 0.75]), dim)`, NumPy's `np.quantile(x, [0.25, 0.5, 0.75], axis)`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let [low, middle, high] = tensor![[0.0, 1.0, 2.0, 3.0, 4.0]].quantiles(Axis::<1>, [0.25, 0.5, 0.75]);
    /// assert_eq!((low, middle, high), (tensor![1.0], tensor![2.0], tensor![3.0]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[4.0, 1.0], [0.0, 10.0]].quantiles(Axis::<2>, [0.25, 0.75]);
    /// ```
    ///
    /// # Panics
    /// As [`quantile`](Quantiles::quantile).
    #[track_caller]
    fn quantiles( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: A, q: [Self::Elem; N]) -> [Tensor<Self::Elem, Self::Quantiled, Self::Kind>; N]
    where [Self::Elem: Float]
    {
        const { some::<X::Shape>(true, <X::Shape as Reduce<TheAxis<A>>>::MASK) };
        q.map(|q| quantile::<_, _, _, _, TheAxis<A>>(self.view(), q, Between::Linear, false))
    }
}

operation! {
    /// Where values `V` would go in a sorted list: `searchsorted`.
    trait Searches[V: Operand][V]
    for X where [X: Values + ?Sized, V: Values + OfElements<X::Elem, <V as Operand>::Elem>, <V as Given>::Then<X::Shape>: Searchable] {}

    /// Where each value would go in this list, which is sorted, so that it stays so: `[n]` with values of any shape -> the values'
    /// shape. The index of the first element that is not less. PyTorch's `torch.searchsorted(x, values)`, or with the two
    /// exchanged `torch.bucketize(values, x)`; NumPy's `np.searchsorted(x, values)`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let edges = tensor![1.0, 2.0, 5.0];
    /// assert_eq!(edges.searchsorted(&tensor![[0.0, 2.0], [3.0, 9.0]]), tensor![[0, 1], [2, 3]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1.0, 2.0], [3.0, 4.0]].searchsorted(&tensor![0.0, 2.0]);
    /// ```
    #[doc(alias = "bucketize")]
    fn searchsorted( // of the sorted ones: `edges.searchsorted(&values)`
        &self, values: &V) -> Tensor<usize, V::Shape>
    where [Self::Elem: PartialOrd]
    {
        search(self, values, |element, value| by_value(element, value).is_lt())
    }

    /// As [`searchsorted`](Self::searchsorted), behind all equal elements: the index of the first one that is larger. NumPy's
    /// `np.searchsorted(x, values, side="right")`, PyTorch's with `right=True`, `np.digitize(values, x)`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![1, 2, 2, 5].searchsorted_right(&tensor![2, 0]), tensor![3, 0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2], [2, 5]].searchsorted_right(&tensor![2, 0]);
    /// ```
    #[doc(alias = "digitize")]
    fn searchsorted_right(&self, values: &V) -> Tensor<usize, V::Shape>
    where [Self::Elem: PartialOrd]
    {
        search(self, values, |element, value| by_value(element, value).is_le())
    }
}

operation! {
    /// Where values `V` would go in sorted rows: `searchsorted_rows`.
    trait RowSearches[V: Operand][V]
    for X where [X: Values<Shape: RowsLikeThoseOf<V::Shape>> + ?Sized, V: Values + OfElements<X::Elem, <V as Operand>::Elem>] {}

    /// Where each value would go in its own row, which is sorted, so that it stays so: `[4, 9]` with values `[4, 2]` -> `[4, 2]`. Shapes are as for
    /// [`gather`](crate::methods::Gathers::gather) on the last axis. PyTorch's `torch.searchsorted(x, values)`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let edges = tensor![[1.0, 2.0, 5.0], [0.0, 0.0, 9.0]];
    /// assert_eq!(edges.searchsorted_rows(&tensor![[2.0], [1.0]]), tensor![[1], [2]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1.0, 2.0], [3.0, 4.0]].searchsorted_rows(&tensor![[0.0], [2.0], [1.0]]);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis has two sizes.
    fn searchsorted_rows(&self, values: &V) -> Tensor<usize, V::Shape>
    where [Self::Elem: Clone + PartialOrd]
    {
        search_rows(self, values, |element, value| by_value(element, value).is_lt())
    }

    /// As [`searchsorted_rows`](Self::searchsorted_rows), behind all equal elements. PyTorch's `torch.searchsorted(x, values, right=True)`.
    /// Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let edges = tensor![[1.0, 2.0, 5.0], [0.0, 0.0, 9.0]];
    /// assert_eq!(edges.searchsorted_rows_right(&tensor![[2.0], [0.0]]), tensor![[2], [2]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1.0, 2.0], [3.0, 4.0]].searchsorted_rows_right(&tensor![[0.0], [2.0], [1.0]]);
    /// ```
    fn searchsorted_rows_right(&self, values: &V) -> Tensor<usize, V::Shape>
    where [Self::Elem: Clone + PartialOrd]
    {
        search_rows(self, values, |element, value| by_value(element, value).is_le())
    }
}

/// Two elements by value, NaN larger than every number.
#[inline(always)]
pub(super) fn by_value<T: PartialOrd>(a: &T, b: &T) -> Ordering {
    a.partial_cmp(b).unwrap_or_else(|| is_nan(a).cmp(&is_nan(b)))
}

/// Two elements by value, and equal ones by their places.
#[inline(always)]
fn compare<T: PartialOrd>(a: &(T, usize), b: &(T, usize), order: Order) -> Ordering {
    let values = match order {
        Order::Ascending => by_value(&a.0, &b.0),
        Order::Descending => by_value(&b.0, &a.0),
    };
    values.then(a.1.cmp(&b.1))
}

/// The indices of the first `count` elements of each lane in an order; in the place of the lane.
fn ranked<T: Clone + PartialOrd, S: Shape, Y: Layout<S>>(
    view: &View<'_, T, S, Y>,
    place: usize,
    count: usize,
    order: Order,
) -> Vec<usize> {
    let dims = view.shape().dims();
    let Around { size, inner, .. } = Around::new(&dims, place);
    let mut sizes = dims.sizes;
    sizes[place] = count;
    let numel = Dims { sizes, ..dims }.numel().expect("a result that `usize` can count");
    let mut ranked = room(numel);
    // Without results there may be any number of lanes.
    if numel == 0 {
        return ranked;
    }
    ranked.resize(numel, 0);
    sizes[place] = 1;
    let (mut keys, mut pairs) = (Memory::new(), Scratch::new());
    for (number, lane) in Lanes::new(view, place, &sizes).enumerate() {
        let start = number / inner * count * inner + number % inner;
        let mut places = ranked[start..].iter_mut().step_by(inner);
        let mut put = |index: usize| *places.next().expect("a place for each of the first") = index;
        if !keys.first(lane.iter(), size, count, order == Order::Descending, &mut put) {
            first_by_comparing(lane, count, order, &mut pairs);
            pairs[..count].iter().for_each(|&(_, index)| put(index));
        }
    }
    ranked
}

/// Puts the first `count` elements of a lane, and where they were, in front of the others, in order.
fn first_by_comparing<T: Clone + PartialOrd>(
    lane: Lane<'_, T>,
    count: usize,
    order: Order,
    pairs: &mut Scratch<(T, usize)>,
) {
    pairs.clear();
    pairs.extend(lane.iter().cloned().zip(0..));
    if count < pairs.len() {
        pairs.select_nth_unstable_by(count, |a, b| compare(a, b, order));
    }
    pairs[..count].sort_unstable_by(|a, b| compare(a, b, order));
}

/// The elements that indices of each lane name, which all are ones.
fn at<T: Clone, S: Shape, Y: Layout<S>, K: Kind<T>, O: Shape>(
    x: View<'_, T, S, Y, K>,
    place: usize,
    indices: &Tensor<usize, O>,
) -> Tensor<T, O, K> {
    let (from, shape) = (x.shape().dims(), indices.shape());
    let range = Range { axis: None, size: from.sizes[place] };
    let forward = |(x,): (View<'_, T, S, Y>,)| {
        Buffer::from_vec(IndexError::unless(gather::<Forward, _, _>(&x, place, indices, range)))
    };
    let back = PickBack::new(indices, [&from, &shape.dims(), &shape.dims()], place).counted::<Forward>();
    Tensor::made(K::apply_op((x,), shape, forward, back), shape)
}

/// The first `k` of each lane in an order.
#[track_caller]
fn top<T: Clone + PartialOrd, S: Shape, Y: Layout<S>, K: Numbers<T>, O: Shape>(
    x: View<'_, T, S, Y, K>,
    axis: isize,
    place: usize,
    k: usize,
    order: Order,
) -> (Tensor<T, O, K>, Tensor<usize, O>) {
    let size = x.shape().dims().sizes[place];
    if k > size {
        too_many(axis, k, size);
    }
    let indices = ranked(&x.numbers(), place, k, order);
    let shape: O = run_time::with_size(x.shape(), place, k);
    let indices = Tensor::from_parts(Buffer::from_vec(indices), shape);
    (at(x, place, &indices), indices)
}

#[cold]
#[inline(never)]
#[track_caller]
fn too_many(axis: isize, k: usize, size: usize) -> ! {
    panic!("cannot take the largest or smallest {k} of axis {axis} of size {size}")
}

#[cold]
#[inline(never)]
#[track_caller]
fn not_a_part() -> ! {
    panic!("the part of a quantile is a number from 0 to 1")
}

/// The values below which a part of each lane along an axis lies.
#[track_caller]
fn quantile<T: Float, S: Shape + Reduce<A>, Y: Layout<S>, K: Kind<T>, A>(
    x: View<'_, T, S, Y, K>,
    q: T,
    between: Between,
    numbers: bool,
) -> Tensor<T, Reduced<S, A>, K> {
    let Some(part) = q.to_f64().filter(|q| (0.0..=1.0).contains(q)) else { not_a_part() };
    let part = Quantile { part, between, numbers };
    let place = <S as Reduce<A>>::MASK.trailing_zeros() as usize;
    let shape = Reduce::<A>::reduced(x.shape());
    let (n, inner) = axis_and_inner(x.shape(), place);
    let forward = |(x,): (View<'_, T, S, Y>,)| quantiles(x, place, shape.numel(), part);
    Tensor::made(K::apply_op((x,), shape, forward, QuantileBack { n, inner, part }), shape)
}

/// The values below which a part of each lane lies, so many.
fn quantiles<T: Float, S: Shape, Y: Layout<S>>(
    x: View<'_, T, S, Y>,
    place: usize,
    count: usize,
    part: Quantile,
) -> Buffer<T> {
    let mut results = room(count);
    // Without results the lanes, of which there are none, can be of any length.
    if count == 0 {
        return Buffer::from_vec(results);
    }
    let mut sizes = x.shape().dims().sizes;
    let mut scratch = Scratch::with_room(sizes[place]);
    sizes[place] = 1;
    results.extend(Lanes::new(&x, place, &sizes).map(|lane| {
        scratch.clear();
        scratch.extend(lane.iter().copied());
        part_of(&mut scratch, part)
    }));
    Buffer::from_vec(results)
}

/// The value below which a part of the elements lies.
fn part_of<T: Float>(lane: &mut [T], part: Quantile) -> T {
    assert!(!lane.is_empty(), "quantile of no elements: the axis has size 0");
    let no_numbers = lane.iter().filter(|x| x.is_nan()).count();
    if no_numbers > 0 && (!part.numbers || no_numbers == lane.len()) {
        return T::nan();
    }
    let n = lane.len() - no_numbers;
    if no_numbers > 0 {
        lane.sort_unstable_by(by_value); // NaN is last
    }
    let lane = &mut lane[..n];
    let (below, weight) = part.place(n);
    let (_, &mut low, above) = lane.select_nth_unstable_by(below, by_value);
    if weight == 0.0 {
        return low;
    }
    let high = above.iter().copied().fold(T::infinity(), T::min);
    if const { can_be::<T>() } && <ByNumbers as Sixteen<T>>::is() {
        // The weight has more digits than the elements.
        return ByNumbers::narrow(between(ByNumbers::widen(&low), ByNumbers::widen(&high), weight as f32));
    }
    between(low, high, T::from(weight).expect("a float for every number"))
}

/// The number at a part of the way from one to another.
fn between<T: Float>(low: T, high: T, weight: T) -> T {
    // As in PyTorch, from the nearer of the two, so that an infinite one farther off does not make NaN of both.
    if weight < T::from(0.5).expect("a float") {
        low + weight * (high - low)
    } else {
        high - (high - low) * (T::one() - weight)
    }
}

/// How many elements of a sorted list come before each value.
fn search<X: Values + ?Sized, V: Values<Elem = X::Elem>>(
    x: &X,
    values: &V,
    before: impl Fn(&X::Elem, &X::Elem) -> bool,
) -> Tensor<usize, V::Shape> {
    let view = x.view();
    let lane = Lanes::new(&view, 0, &[1; crate::shape::dims::MAX_RANK]).next().expect("the only lane of a list");
    let found = values.iter().map(|value| first_after(view.shape().numel(), |i| before(lane.at(i), value)));
    let mut places = room(values.numel());
    places.extend(found);
    Tensor::from_parts(Buffer::from_vec(places), values.view().shape())
}

/// The first of so many places that does not come before.
fn first_after(places: usize, comes_before: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, places);
    while low < high {
        let middle = low + (high - low) / 2;
        if comes_before(middle) { low = middle + 1 } else { high = middle }
    }
    low
}

/// How many elements of each sorted row come before each value of the same row.
fn search_rows<X: Values<Elem: Clone> + ?Sized, V: Values<Elem = X::Elem>>(
    x: &X,
    values: &V,
    before: impl Fn(&X::Elem, &X::Elem) -> bool,
) -> Tensor<usize, V::Shape> {
    let (of, by) = (x.view().shape(), values.view().shape());
    run_time::agree(of, by, 0);
    let (n, many) = (of.dims().sizes[0], by.dims().sizes[0].max(1));
    let rows = elements(x);
    let mut places = room(values.numel());
    places.extend(values.iter().enumerate().map(|(i, value)| {
        let row = &rows[i / many * n..][..n];
        first_after(n, |i| before(&row[i], value))
    }));
    Tensor::from_parts(Buffer::from_vec(places), by)
}
