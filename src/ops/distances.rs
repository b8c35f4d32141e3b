//! Distances between vectors: `cdist`, `pairwise_distance`.

use num_traits::Float;

use super::rows::elements;
use super::wide::wide;
use crate::kernels::distances::{Measure, add_slopes, all_pairs};
use crate::kernels::sixteen::{ByNumbers, can_be, rounded};
use crate::kind::{Backward, Gradients, Kind, Real, Step, held};
use crate::shape::axes::Axis;
use crate::shape::diagnostics::FloatElement;
use crate::shape::given::Given;
use crate::shape::losses::VectorsLike;
use crate::shape::reduce::{Reduce, Reduced};
use crate::shape::vectors::{Apart, DistancesOf};
use crate::shape::{Shape, run_time};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Beside, Operand, Values, View};

operation! {
    /// Distances of all vectors from all of the vectors `R`.
    trait AllDistances[R][R]
    for X where [<R as Given>::Then<X::Elem>: FloatElement, X: Operand<Shape: Apart<R::Size>> + ?Sized, R: Beside<X::Elem, X::Kind>] {
        /// The shape of the result.
        type Distances: Shape = DistancesOf<X::Shape, R::Size>;
    }

    /// The distance of each vector of the last axis from each of others, by the norm of an order: `[8, 5, 3]` and `[8, 7, 3]` -> `[8, 5, 7]`. Of
    /// order 2 it is Euclid's, 1 the sum of the differences, `f64::INFINITY` the largest of them, and 0 their number. PyTorch's
    /// `torch.cdist(x, other, p)`, SciPy's `cdist(x, other, "minkowski", p=p)`. Differences are taken one by one, never of squares, and nothing
    /// but the result is allocated.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (places, depots) = (tensor![[0.0, 0.0], [3.0, 4.0]], tensor![[0.0, 0.0], [3.0, 0.0], [6.0, 8.0]]);
    /// assert_eq!(places.cdist(&depots, 2.0), tensor![[0.0, 3.0, 10.0], [5.0, 4.0, 5.0]]);
    /// assert_eq!(places.cdist(&depots, 1.0), tensor![[0.0, 3.0, 14.0], [7.0, 4.0, 7.0]]);
    /// assert_eq!(places.cdist(&depots, f64::INFINITY), tensor![[0.0, 3.0, 8.0], [4.0, 4.0, 4.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[0.0, 0.0], [3.0, 4.0]].cdist(&tensor![[0.0, 0.0, 1.0]], 2.0); // a plane and space
    /// ```
    ///
    /// # Panics
    /// If the order is negative or NaN, or a run-time axis has two sizes.
    #[track_caller]
    fn cdist(&self, other: &R, order: f64) // Euclid's distance, which PyTorch takes where no order is written, is of order 2.0
    -> Tensor<Self::Elem, Self::Distances, Self::Kind> {
        let x = self.view();
        let other = other.beside(x.note());
        let of = measure("cdist", order, 0.0);
        let (sizes, _) = run_time::attention(x.shape(), other.shape(), other.shape());
        let shape: DistancesOf<X::Shape, R::Size> = run_time::shape(&sizes);
        let back = DistancesBack { of, n: x.shape().dims().sizes[0], rows: sizes[1], columns: sizes[0] };
        let forward = |(x, other): (View<'_, _, _, _>, View<'_, _, _, _>)| back.of(&x, &other, shape.numel());
        Tensor::made(X::Kind::apply_op((x, other), shape, forward, back), shape)
    }
}

operation! {
    /// Distances of vectors from as many others, `R`.
    trait PairDistances[R][R]
    for X where [<R as Given>::Then<X::Elem>: FloatElement, X: Operand<Shape: VectorsLike<R::Size, Axis<-1>>> + ?Sized, R: Beside<X::Elem, X::Kind>] {
        /// The shape of the result.
        type Distances: Shape = Reduced<X::Shape, Axis<-1>>;
    }

    /// The distance of each vector of the last axis from the one in its place, by the norm of an order: `[4, 3]` and `[4, 3]` -> `[4]`. PyTorch's
    /// `F.pairwise_distance(x, other, p)`, which adds 1e-6 to each difference, as is done here; [`cdist`](AllDistances::cdist), of all vectors from all
    /// others, adds nothing. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (x, other) = (tensor![[0.0, 0.0], [3.0, 4.0]], tensor![[3.0, 4.0], [3.0, 5.0]]);
    /// assert!(x.pairwise_distance(&other, 2.0).all_close(&tensor![5.0, 1.0], 1e-5, 0.0));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[0.0, 0.0], [3.0, 4.0]].pairwise_distance(&tensor![[3.0, 4.0]], 2.0);
    /// ```
    ///
    /// # Panics
    /// If the order is negative or NaN, or a run-time axis has two sizes.
    #[track_caller]
    fn pairwise_distance(&self, other: &R, order: f64) -> Tensor<Self::Elem, Self::Distances, Self::Kind> {
        let x = self.view();
        let other = other.beside(x.note());
        let of = measure("pairwise_distance", order, 1e-6);
        run_time::same(x.shape(), other.shape());
        let shape = x.shape().reduced();
        let back = DistancesBack { of, n: x.shape().dims().sizes[0], rows: 1, columns: 1 };
        let forward = |(x, other): (View<'_, _, _, _>, View<'_, _, _, _>)| back.of(&x, &other, shape.numel());
        Tensor::made(X::Kind::apply_op((x, other), shape, forward, back), shape)
    }
}

/// # Panics
/// If there is no norm of the order.
#[track_caller]
fn measure(name: &str, order: f64, eps: f64) -> Measure {
    assert!(order >= 0.0, "{name}: the order of the norm is 0 or more, and is {order}");
    Measure { order, eps }
}

/// The way back of distances: in blocks, so many vectors of `n` numbers from so many others.
#[derive(Clone, Copy)]
pub(super) struct DistancesBack {
    pub(super) of: Measure,
    pub(super) n: usize,
    pub(super) rows: usize,
    pub(super) columns: usize,
}
held!(DistancesBack; lowered);

impl DistancesBack {
    /// So many distances of vectors that lie one after the other.
    fn of<T: Float, X: Values<Elem = T>, R: Values<Elem = T>>(&self, x: &X, other: &R, numel: usize) -> Buffer<T> {
        if const { can_be::<T>() }
            && let (Some(x), Some(other)) = (wide(x, ByNumbers), wide(other, ByNumbers))
        {
            return rounded(self.of(&x.view(), &other.view(), numel).as_slice(), ByNumbers);
        }
        let (x, other) = (elements(x), elements(other));
        let mut result = Buffer::filled(numel, T::zero()); // vectors of no numbers lie in one place
        let to = result.as_mut_slice();
        self.each_block(&x, &other, |_, block, x, other| all_pairs(self.of, self.n, x, other, &mut to[block]));
        result
    }

    /// Shows `f` each block: its number, where its distances are, and the vectors of both sides.
    fn each_block<T>(&self, x: &[T], other: &[T], mut f: impl FnMut(usize, core::ops::Range<usize>, &[T], &[T])) {
        let (rows, columns, pairs) = (self.rows * self.n, self.columns * self.n, self.rows * self.columns);
        if rows > 0 && columns > 0 {
            for (i, (x, other)) in x.chunks_exact(rows).zip(other.chunks_exact(columns)).enumerate() {
                f(i, i * pairs..(i + 1) * pairs, x, other);
            }
        }
    }
}

impl<T: Real> Backward<T> for DistancesBack {
    fn name(&self) -> &'static str {
        if self.of.eps > 0.0 { "pairwise_distance" } else { "cdist" }
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let (x, other, distances, g) = (at.elements(0), at.elements(1), at.out(), grad.as_slice());
        for (side, vectors) in [self.rows, self.columns].into_iter().enumerate() {
            let len = vectors * self.n;
            to.accumulate(side, |to| {
                self.each_block(&x, &other, |i, at, x, other| {
                    let to = &mut to[i * len..(i + 1) * len];
                    add_slopes(self.of, self.n, x, other, &distances[at.clone()], &g[at], side == 1, to);
                });
            });
        }
        to.free(grad);
    }
}
