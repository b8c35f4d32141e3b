//! Classes as indices: `one_hot`, `bincount` and `confusion_matrix`.

use num_traits::{One, Zero};

use super::number::{Forward, Range};
use crate::error::IndexError;
use crate::shape::diagnostics::IndexNumber;
use crate::shape::given::{Given, GivenSize, Only};
use crate::shape::index::CaseByCase;
use crate::shape::run_time;
use crate::shape::size::Size;
use crate::storage::{Buffer, room};
use crate::tensor::Tensor;
use crate::view::{Operand, Values};

/// Classes, which are indices, as one-hot vectors or as counts: `one_hot`, `bincount`. (`K` is `()`, and never written.)
///
/// How many classes there are is a size, given as a value: `Dim::<10>`, or the value of a run-time axis.
///
/// ```
/// use shaped::prelude::*;
/// let labels = tensor![2, 0, 2];
/// let targets: Tensor<f32, shape![3, 4]> = labels.one_hot(Dim::<4>);
/// assert_eq!(targets.sum(Axis::<0>), tensor![1.0, 0.0, 2.0, 0.0]);
/// ```
pub trait Counting<K>: Operand {
    /// 1 at each class and 0 elsewhere, on a new last axis: `[8]` with 10 classes -> `[8, 10]`. PyTorch's
    /// `F.one_hot(x, 10)`, NumPy's `np.eye(10)[x]`. Allocates the result, whose elements are of any type of numbers.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![2, 0].one_hot(Dim::<3>), tensor![[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let _: Tensor<f32, shape![2, 3]> = tensor![2.0, 0.0].one_hot(Dim::<3>);
    /// ```
    ///
    /// # Panics
    /// If a class is negative, or not less than the number of classes.
    #[track_caller]
    #[rustfmt::skip]
    fn one_hot<U, N: GivenSize>(&self, classes: N) -> Tensor<U, (Self::Shape, N::Itself)> // as `let y: Tensor<f32, _> = ids.one_hot(Dim::<10>);`
    where
        (): Only<K>,
        U: Clone + Zero + One;

    /// How often each class occurs: any shape, with 10 classes -> `[10]`. PyTorch's `x.bincount(minlength=10)`, NumPy's
    /// `np.bincount(x, minlength=10)`, but a class beyond the last is an error. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![2, 0, 2].bincount(Dim::<4>), tensor![1, 0, 2, 0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![0.5, 2.0].bincount(Dim::<4>);
    /// ```
    ///
    /// # Panics
    /// If a class is negative, or not less than the number of classes.
    #[track_caller]
    #[rustfmt::skip]
    fn bincount<N: GivenSize>(&self, classes: N) -> Tensor<usize, ((), N::Itself)> // as `ids.bincount(Dim::<10>)`
    where
        (): Only<K>;
}

impl<X, K> Counting<K> for X
where
    X: Values + ?Sized,
    <K as Given>::Then<X::Elem>: IndexNumber,
{
    #[track_caller]
    fn one_hot<U, N: GivenSize>(&self, classes: N) -> Tensor<U, (Self::Shape, N::Itself)>
    where
        (): Only<K>,
        U: Clone + Zero + One,
    {
        let classes = classes.itself();
        let shape = (self.view().shape(), classes);
        let range = Range { axis: Some(-1), size: classes.get() };
        IndexError::unless(range.check::<Forward, _>(&self.view()));
        let mut hot: Tensor<U, (Self::Shape, N::Itself)> =
            Tensor::from_parts(crate::expr::repeat(U::zero(), shape), shape);
        // Without classes there are no elements, or one of them has not passed the check.
        for (row, &class) in hot.as_mut_slice().chunks_exact_mut(range.size.max(1)).zip(self.iter()) {
            if let Ok(class) = range.place::<Forward, _>(class) {
                row[class] = U::one();
            }
        }
        hot
    }

    #[track_caller]
    fn bincount<N: GivenSize>(&self, classes: N) -> Tensor<usize, ((), N::Itself)>
    where
        (): Only<K>,
    {
        let classes = classes.itself();
        let range = Range { axis: Some(0), size: classes.get() };
        let mut counts = room(range.size);
        counts.resize(range.size, 0);
        for &class in self.iter() {
            counts[IndexError::unless(range.place::<Forward, _>(class))] += 1;
        }
        Tensor::from_parts(Buffer::from_vec(counts), ((), classes))
    }
}

/// The sum of weights `W` of each class: `bincount_weighted`.
pub trait WeightedCounts<W: Operand>: Operand {
    /// The sum of the weights of all that is of each class: weights of the classes' shape, with 10 classes -> `[10]`. PyTorch's
    /// `x.bincount(weights, minlength=10)`, NumPy's `np.bincount(x, weights, minlength=10)`, but a class beyond the last is an error. Allocates
    /// the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![2, 0, 2].bincount_weighted(Dim::<4>, &tensor![0.5, 1.0, 2.0]), tensor![1.0, 0.0, 2.5, 0.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![2, 0, 2].bincount_weighted(Dim::<4>, &tensor![0.5, 1.0]);
    /// ```
    ///
    /// # Panics
    /// If a class is negative, or not less than the number of classes. If a run-time axis has two sizes.
    #[track_caller]
    fn bincount_weighted<N: GivenSize>(&self, classes: N, weights: &W) -> Tensor<W::Elem, ((), N::Itself)>
    where
        W::Elem: Clone + Zero;
}

impl<X, W> WeightedCounts<W> for X
where
    X: Values<Elem: IndexNumber, Shape: CaseByCase<W::Shape>> + ?Sized,
    W: Values,
{
    #[track_caller]
    fn bincount_weighted<N: GivenSize>(&self, classes: N, weights: &W) -> Tensor<W::Elem, ((), N::Itself)>
    where
        W::Elem: Clone + Zero,
    {
        run_time::agree(self.view().shape(), weights.view().shape(), usize::MAX);
        let classes = classes.itself();
        let (range, shape) = (Range { axis: Some(0), size: classes.get() }, ((), classes));
        let mut sums = Tensor::from_parts(crate::expr::repeat(W::Elem::zero(), shape), shape);
        for (&class, weight) in self.iter().zip(weights.iter()) {
            let sum = &mut sums.as_mut_slice()[IndexError::unless(range.place::<Forward, _>(class))];
            *sum = sum.clone() + weight.clone();
        }
        sums
    }
}

/// How often each class was said, by `R`, where each class is true: `confusion_matrix`.
pub trait ConfusionMatrices<R>: Operand {
    /// How often each class was said where each class is true: element `[i, j]` counts the cases of class `i` of which `j` was
    /// said; with 10 classes -> `[10, 10]`. scikit-learn's `confusion_matrix(truth, said)`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (truth, said) = (tensor![0, 1, 1, 2], tensor![0, 1, 2, 2]);
    /// assert_eq!(truth.confusion_matrix(&said, Dim::<3>), tensor![[1, 0, 0], [0, 1, 1], [0, 0, 1]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![0, 1, 1, 2].confusion_matrix(&tensor![0, 1, 2], Dim::<3>);
    /// ```
    ///
    /// # Panics
    /// If a class is negative, or not less than the number of classes. If a run-time axis has two sizes.
    #[track_caller]
    #[rustfmt::skip]
    fn confusion_matrix<N: GivenSize>( // as `truth.confusion_matrix(&said, Dim::<10>)`
        &self,
        said: &R,
        classes: N,
    ) -> Tensor<usize, (((), N::Itself), N::Itself)>;
}

impl<X, R> ConfusionMatrices<R> for X
where
    X: Values<Elem: IndexNumber, Shape: CaseByCase<R::Shape>> + ?Sized,
    R: Values<Elem: IndexNumber>,
{
    #[track_caller]
    fn confusion_matrix<N: GivenSize>(&self, said: &R, classes: N) -> Tensor<usize, (((), N::Itself), N::Itself)> {
        let classes = classes.itself();
        run_time::agree(self.view().shape(), said.view().shape(), usize::MAX);
        let size = classes.get();
        let shape = (((), classes), classes);
        let mut counts = Tensor::from_parts(crate::expr::repeat(0, shape), shape);
        for (&truth, &said) in self.iter().zip(said.iter()) {
            let places = (Range { axis: Some(0), size }.place::<Forward, _>(truth))
                .and_then(|i| Ok((i, Range { axis: Some(1), size }.place::<Forward, _>(said)?)));
            let (i, j) = IndexError::unless(places);
            counts.as_mut_slice()[i * size + j] += 1;
        }
        counts
    }
}
