//! What is in the middle, what is there most often, and what there is at all: `median`, `mode`, `unique`, `is_in`.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::index::read::Around;
use super::index::{Forward, PickBack};
use super::order::by_value;
use super::reduce::{is_nan, some};
use super::rows::elements;
use crate::kind::Numbers;
use crate::shape::Shape;
use crate::shape::at::Along;
use crate::shape::axes::TheAxis;
use crate::shape::diagnostics::SingleAxis;
use crate::shape::dims::Dims;
use crate::shape::layout::Layout;
use crate::shape::reduce::{Reduce, Reduced};
use crate::shape::verbs::select;
use crate::storage::{Buffer, Elements, Scratch, room};
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Lanes, OfElements, Operand, Values, View};

operation! {
    /// One element of each lane along the axis `A`, with its index: the one in the middle, or the most frequent one.
    trait Middles[A][A] for X where [X: Operand<Shape: Reduce<TheAxis<A>>> + ?Sized, A: SingleAxis] {
        /// The shape without the axis.
        type Chosen: Shape = Reduced<X::Shape, TheAxis<A>>;
    }

    /// The element in the middle of each lane's order, the lower one of two, and its index: `[4, 3]` over `Axis::<1>` -> `[4]` twice. NaN if there is one.
    /// PyTorch's `x.median(dim)`; `np.median` is [`quantile`](crate::methods::Quantiles::quantile) at 0.5. Of equal elements the index is
    /// that of one of them. Allocates both results, and one lane.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (values, indices) = tensor![[4.0, 1.0, 2.0, 3.0], [0.0, 10.0, 5.0, f64::INFINITY]].median(Axis::<1>);
    /// assert_eq!((values, indices), (tensor![2.0, 5.0], tensor![2, 2]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![4.0, 1.0, 2.0].median(Axis::<1>);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis has size 0, and the result has elements; where the type says so, it does not compile:
    ///
    /// ```compile_fail,E0080
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![4, 0]>::zeros().median(Axis::<1>);
    /// ```
    fn median( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: A) -> (Tensor<Self::Elem, Self::Chosen, Self::Kind>, Tensor<usize, Self::Chosen>)
    where [Self::Elem: Clone + PartialOrd, Self::Kind: Numbers<Self::Elem>]
    {
        const { some::<X::Shape>(true, <X::Shape as Reduce<TheAxis<A>>>::MASK) };
        let (x, shape) = (self.view(), Reduce::<TheAxis<A>>::reduced(self.view().shape()));
        chosen(x, const { <X::Shape as Reduce<TheAxis<A>>>::MASK.trailing_zeros() as usize }, shape, |lane| {
            match lane.iter().position(|(x, _)| is_nan(x)) {
                Some(first) => first,
                None => middle(lane),
            }
        })
    }

    /// As [`median`](Self::median), of what is not NaN; NaN where nothing else is. PyTorch's `x.nanmedian(dim)`. Allocates both results, and
    /// one lane.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (values, indices) = tensor![[4.0, f64::NAN, 2.0, 3.0]].nanmedian(Axis::<1>);
    /// assert_eq!((values, indices), (tensor![3.0], tensor![3]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![4.0, 1.0, 2.0].nanmedian(Axis::<1>);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis has size 0, and the result has elements.
    fn nanmedian( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: A) -> (Tensor<Self::Elem, Self::Chosen, Self::Kind>, Tensor<usize, Self::Chosen>)
    where [Self::Elem: Clone + PartialOrd, Self::Kind: Numbers<Self::Elem>]
    {
        const { some::<X::Shape>(true, <X::Shape as Reduce<TheAxis<A>>>::MASK) };
        let (x, shape) = (self.view(), Reduce::<TheAxis<A>>::reduced(self.view().shape()));
        chosen(x, const { <X::Shape as Reduce<TheAxis<A>>>::MASK.trailing_zeros() as usize }, shape, |lane| {
            // NaN is last, in order of places.
            let numbers = lane.iter().filter(|(x, _)| !is_nan(x)).count();
            lane.sort_unstable_by(in_order);
            middle(&mut lane[..numbers.max(1)])
        })
    }

    /// The element that is there most often, of several the smallest, and the index of the last such: `[4, 3]` over `Axis::<1>` -> `[4]` twice.
    /// PyTorch's `x.mode(dim)`, SciPy's `stats.mode(x, axis)`. Allocates both results, and one lane.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (values, indices) = tensor![[3, 1, 3, 1, 2]].mode(Axis::<1>);
    /// assert_eq!((values, indices), (tensor![1], tensor![3]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![4, 1, 2].mode(Axis::<1>);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis has size 0, and the result has elements.
    fn mode( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: A) -> (Tensor<Self::Elem, Self::Chosen, Self::Kind>, Tensor<usize, Self::Chosen>)
    where [Self::Elem: Clone + PartialOrd, Self::Kind: Numbers<Self::Elem>]
    {
        const { some::<X::Shape>(true, <X::Shape as Reduce<TheAxis<A>>>::MASK) };
        let (x, shape) = (self.view(), Reduce::<TheAxis<A>>::reduced(self.view().shape()));
        chosen(x, const { <X::Shape as Reduce<TheAxis<A>>>::MASK.trailing_zeros() as usize }, shape, |lane| {
            lane.sort_unstable_by(in_order);
            let (mut longest, mut last, mut end) = (0, 0, 0);
            for run in lane.chunk_by(|a, b| a.0 == b.0) {
                end += run.len();
                if run.len() > longest {
                    (longest, last) = (run.len(), end - 1);
                }
            }
            last
        })
    }
}

/// Two elements of a lane by value, NaN last, and equal ones by their places.
fn in_order<T: PartialOrd>(a: &(T, usize), b: &(T, usize)) -> Ordering {
    by_value(&a.0, &b.0).then(a.1.cmp(&b.1))
}

/// Where the middle of a lane is, once it has been put there.
fn middle<T: PartialOrd>(lane: &mut [(T, usize)]) -> usize {
    let middle = (lane.len() - 1) / 2;
    lane.select_nth_unstable_by(middle, in_order);
    middle
}

/// The element of each lane that a function chooses: its place in the lane as it has arranged it.
fn chosen<T: Clone + PartialOrd, S: Shape, Y: Layout<S>, K: Numbers<T>, O: Shape>(
    x: View<'_, T, S, Y, K>,
    place: usize,
    shape: O,
    mut choose: impl FnMut(&mut [(T, usize)]) -> usize,
) -> (Tensor<T, O, K>, Tensor<usize, O>) {
    let from = x.shape().dims();
    let mut kept = Dims { sizes: from.sizes, ..from };
    kept.sizes[place] = 1;
    let mut indices = room(shape.numel());
    if shape.numel() > 0 {
        let x = x.numbers();
        let mut scratch = Scratch::with_room(from.sizes[place]);
        for lane in Lanes::new(&x, place, &kept.sizes) {
            scratch.clear();
            scratch.extend(lane.iter().cloned().zip(0..));
            assert!(!scratch.is_empty(), "an element of none: the axis has size 0");
            let at = choose(&mut scratch);
            indices.push(scratch[at].1);
        }
    }
    let indices = Tensor::from_parts(Buffer::from_vec(indices), shape);
    let forward = |(x,): (View<'_, T, S, Y>,)| {
        let numbers = indices.as_slice();
        let lanes = (!numbers.is_empty()).then(|| Lanes::new(&x, place, &kept.sizes));
        let elements = lanes.into_iter().flatten().zip(numbers).map(|(lane, &at)| lane.at(at).clone());
        Buffer::from_iter(numbers.len(), elements)
    };
    let back = PickBack::new(&indices, [&from, &kept, &kept], place).counted::<Forward>();
    let values = Tensor::made(K::apply_op((x,), shape, forward, back), shape);
    (values, indices)
}

operation! {
    /// Whole places of the axis `A` that are there once: `unique_along`.
    trait DistinctPlaces[A][A] for X where [X: Values<Shape: Along<A, select>> + ?Sized] {}

    /// Places of an axis that are equal to no earlier one, in the order of what is there, element by element; for each place of the axis which of these
    /// it is equal to; and how many are. How many there are is not known before, so they are vectors of indices, which
    /// [`index_select`](crate::methods::IndexSelections::index_select) reads. PyTorch's `x.unique(dim=dim, return_inverse=True, return_counts=True)`,
    /// NumPy's `np.unique(x, axis=axis)`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[3, 1], [0, 2], [3, 1]];
    /// let (places, inverse, counts) = x.unique_along(Axis::<0>);
    /// assert_eq!((places, inverse, counts), (vec![1, 0], vec![1, 0, 1], vec![1, 2]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[3, 1], [0, 2]].unique_along(Axis::<2>);
    /// ```
    fn unique_along( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: A) -> (Vec<usize>, Vec<usize>, Vec<usize>)
    where [Self::Elem: Clone + PartialOrd]
    {
        let (all, around) = along(self, const { <X::Shape as Along<A, select>>::PLACE });
        let order = |&a: &usize, &b: &usize| each_of(&all, around, a, b).map(|(a, b)| by_value(a, b)).find(|o| o.is_ne());
        let mut sorted: Vec<usize> = (0..around.size).collect();
        sorted.sort_by(|a, b| order(a, b).unwrap_or(a.cmp(b)));
        let (mut places, mut counts, mut inverse) = (Vec::new(), Vec::new(), Vec::new());
        inverse.resize(sorted.len(), 0);
        for run in sorted.chunk_by(|&a, &b| each_of(&all, around, a, b).all(|(a, b)| a == b)) {
            run.iter().for_each(|&place| inverse[place] = places.len());
            places.extend(run.first());
            counts.push(run.len());
        }
        (places, inverse, counts)
    }

    /// The first of each run of equal places of an axis, and how long the run is. PyTorch's `x.unique_consecutive(dim=dim, return_counts=True)`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[3, 1], [3, 1], [0, 2], [3, 1]];
    /// assert_eq!(x.unique_consecutive_along(Axis::<0>), (vec![0, 2, 3], vec![2, 1, 1]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[3, 1], [0, 2]].unique_consecutive_along(Axis::<2>);
    /// ```
    fn unique_consecutive_along( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: A) -> (Vec<usize>, Vec<usize>)
    where [Self::Elem: Clone + PartialOrd]
    {
        let (all, around) = along(self, const { <X::Shape as Along<A, select>>::PLACE });
        let numbers: Vec<usize> = (0..around.size).collect();
        let runs = numbers.chunk_by(|&a, &b| each_of(&all, around, a, b).all(|(a, b)| a == b));
        runs.filter_map(|run| Some((*run.first()?, run.len()))).unzip()
    }
}

/// All elements, and the sizes around an axis.
fn along<X: Values<Elem: Clone> + ?Sized>(x: &X, place: usize) -> (Elements<'_, X::Elem>, Around) {
    (elements(x), Around::new(&x.view().shape().dims(), place))
}

/// The pairs of elements of two places of an axis.
fn each_of<T>(all: &[T], around: Around, a: usize, b: usize) -> impl Iterator<Item = (&T, &T)> {
    let Around { outer, size, inner } = around;
    (0..outer * inner).map(move |i| {
        let start = i / inner * size * inner + i % inner;
        (&all[start + a * inner], &all[start + b * inner])
    })
}

/// What elements there are: `unique`, `unique_consecutive`, `is_in`.
pub trait Sets: Values {
    /// Each element that is there once, smallest first; of several NaN all, last. How many there are is not known before, so they are a
    /// vector. PyTorch's `x.unique()`, NumPy's `np.unique(x)`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![[3, 1], [3, 2]].unique(), [1, 2, 3]);
    /// ```
    fn unique(&self) -> Vec<Self::Elem>
    where
        Self::Elem: Clone + PartialOrd,
    {
        let mut elements: Vec<_> = self.iter().cloned().collect();
        elements.sort_by(by_value);
        elements.dedup_by(|a, b| a == b);
        elements
    }

    /// As [`unique`](Self::unique), with the place among these of each element, and how often each is there. PyTorch's
    /// `x.unique(return_inverse=True, return_counts=True)`, NumPy's `np.unique` with the same two.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (values, inverse, counts) = tensor![[3, 1], [3, 2]].unique_with_counts();
    /// assert_eq!((values, inverse, counts), (vec![1, 2, 3], tensor![[2, 0], [2, 1]], vec![1, 1, 2]));
    /// ```
    fn unique_with_counts(&self) -> (Vec<Self::Elem>, Tensor<usize, Self::Shape>, Vec<usize>)
    where
        Self::Elem: Clone + PartialOrd,
    {
        let mut elements: Vec<_> = self.iter().cloned().zip(0..).collect();
        elements.sort_by(in_order);
        let (mut values, mut counts, mut inverse) = (Vec::new(), Vec::new(), Vec::new());
        inverse.resize(elements.len(), 0);
        for run in elements.chunk_by(|a, b| a.0 == b.0) {
            run.iter().for_each(|&(_, place)| inverse[place] = values.len());
            values.extend(run.first().map(|(value, _)| value.clone()));
            counts.push(run.len());
        }
        (values, Tensor::from_parts(Buffer::from_vec(inverse), self.view().shape()), counts)
    }

    /// The first of each run of equal elements, in row-major order, and how long the run is. PyTorch's
    /// `x.unique_consecutive(return_counts=True)`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![1, 1, 2, 1].unique_consecutive(), (vec![1, 2, 1], vec![2, 1, 1]));
    /// ```
    fn unique_consecutive(&self) -> (Vec<Self::Elem>, Vec<usize>)
    where
        Self::Elem: Clone + PartialEq,
    {
        let (mut values, mut counts): (Vec<Self::Elem>, Vec<usize>) = (Vec::new(), Vec::new());
        for x in self.iter() {
            match (values.last(), counts.last_mut()) {
                (Some(last), Some(count)) if last == x => *count += 1,
                _ => {
                    values.push(x.clone());
                    counts.push(1);
                }
            }
        }
        (values, counts)
    }

    /// Where the elements are among others, of any shape; NaN never is. PyTorch's and NumPy's `isin`. Allocates the result, and sorts a copy of
    /// the others.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![[1, 2], [3, 4]].is_in(&tensor![4, 1, 9]), tensor![[true, false], [false, true]]);
    /// ```
    #[doc(alias = "isin")]
    fn is_in<V: Values + OfElements<Self::Elem, <V as Operand>::Elem> + ?Sized>(
        &self,
        others: &V,
    ) -> Tensor<bool, Self::Shape>
    where
        Self::Elem: Clone + PartialOrd,
    {
        let mut others: Vec<_> = others.iter().filter(|x| !is_nan(*x)).cloned().collect();
        others.sort_by(by_value);
        let is_in = |x: &Self::Elem| !is_nan(x) && others.binary_search_by(|other| by_value(other, x)).is_ok();
        Tensor::from_parts(Buffer::from_iter(self.numel(), self.iter().map(is_in)), self.view().shape())
    }
}

impl<X: Values + ?Sized> Sets for X {}
