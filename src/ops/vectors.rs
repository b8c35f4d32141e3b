//! Products of vectors, by NumPy's and PyTorch's names.

use core::array;
use core::marker::PhantomData;
use core::ops::{Mul, Sub};

use super::einsum::{Pattern, Source, Summand, einsum};
use super::einsum_back::EinsumBack;
use crate::expr::contract::contract;
use crate::kind::{Backward, Gradients, Kind, OperandSet, Reads, Real, Scalar, Step, held};
use crate::shape::dims::Dims;
use crate::shape::given::{Given, Only};
use crate::shape::vectors::{Cross, Dot, Outer, OuterOf, Trace};
use crate::shape::{Shape, run_time};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Beside, Operand, View};

operation! {
    /// The dot product with `R`. A matrix by a vector is [`matmul`](crate::MatrixProducts::matmul), and all others are [`einsum!`](crate::einsum).
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (x, y) = (tensor![1, 2, 3], tensor![4, 5, 6]);
    /// assert_eq!(x.dot(&y), 32);
    /// assert_eq!(x.cross(&y), tensor![-3, 6, -3]);
    /// ```
    trait DotProducts[R][R]
    for L where [<R as Given>::Then<L::Elem>: Summand, L: Operand<Shape: Dot<R::Size>> + ?Sized, R: Beside<L::Elem, L::Kind>]

    /// The sum of products of two vectors: `[n] · [n]` -> a number. NumPy's `np.dot(x, y)`, PyTorch's `x.dot(y)`. No allocation but
    /// for the number.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![1.0, 2.0, 3.0].dot(&tensor![1.0, 0.0, -1.0]), -2.0);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1.0, 2.0, 3.0].dot(&tensor![1.0, 0.0]);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis has two sizes.
    fn dot( // of two vectors: `a.dot(&b)`; of matrices `a.matmul(&b)`
        &self, rhs: &R) -> Scalar<Self::Kind, Self::Elem> {
        const PATTERN: &Pattern = &Pattern::new(&["i"], &[&["i"], &["i"]], &[]);
        let left = self.view();
        number::<_, L::Kind, 2>([Source::of(&left), Source::of(&rhs.beside(left.note()))], PATTERN)
    }
}

/// What a pattern whose result has no axis makes.
fn number<T: Summand, K: Kind<T>, const N: usize>(
    sources: [Source<'_, T, K::Note>; N],
    pattern: &'static Pattern,
) -> Scalar<K, T> {
    let back = EinsumBack { pattern, dims: &sources.map(|source| source.dims()), out: Dims::SCALAR };
    K::fold_op(sources, |sources: [_; N]| contract(&sources, pattern).as_slice()[0].clone(), back)
}

operation! {
    /// The outer product with `R`.
    trait OuterProducts[R][R]
    for L where [<R as Given>::Then<L::Elem>: Summand, L: Operand<Shape: Outer<R::Size>> + ?Sized, R: Beside<L::Elem, L::Kind>] {
        /// The shape of the result.
        type Product: Shape = OuterOf<L::Shape, R::Size>;
    }

    /// All products of the elements of two vectors: `[m]` and `[n]` -> `[m, n]`. NumPy's `np.outer(x, y)`, PyTorch's `x.outer(y)`.
    /// Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![1, 2].outer(&tensor![1, 10, 100]), tensor![[1, 10, 100], [2, 20, 200]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2]].outer(&tensor![1, 10, 100]);
    /// ```
    fn outer( // of two vectors: `a.outer(&b)`
        &self, rhs: &R) -> Tensor<Self::Elem, Self::Product, Self::Kind> {
        const PATTERN: &Pattern = &Pattern::new(&["i", "j"], &[&["i"], &["j"]], &["i", "j"]);
        let left = self.view();
        einsum([Source::of(&left), Source::of(&rhs.beside(left.note()))], PhantomData, PhantomData, PATTERN)
    }
}

operation! {
    /// The cross product with `R`.
    trait CrossProducts[R][R]
    for L where [
        L: Operand<Elem: Clone + Mul<Output = L::Elem> + Sub<Output = L::Elem>, Shape: Cross<R::Size>> + ?Sized,
        R: Beside<L::Elem, L::Kind>
    ]

    /// The cross product of vectors in three dimensions, the last axis: `[…, 3]` and `[…, 3]` -> `[…, 3]`. NumPy's `np.cross(x, y)`,
    /// PyTorch's `torch.linalg.cross(x, y)`; nothing is stretched. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![1, 0, 0].cross(&tensor![0, 1, 0]), tensor![0, 0, 1]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 0].cross(&tensor![0, 1]);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis has two sizes.
    fn cross( // of vectors of three: `a.cross(&b)`
        &self, rhs: &R) -> Tensor<Self::Elem, Self::Shape, Self::Kind> {
        let left = self.view();
        let right = rhs.beside(left.note());
        let shape = left.shape();
        run_time::stretches(right.shape(), shape);
        let forward = |(left, right): (View<'_, L::Elem, _, _>, View<'_, L::Elem, _, _>)| {
            let (mut left, mut right) = (left.iter(), right.iter());
            let products = (0..shape.numel() / 3).flat_map(|_| {
                let a: [L::Elem; 3] = array::from_fn(|_| left.next().expect("an element").clone());
                let b: [L::Elem; 3] = array::from_fn(|_| right.next().expect("an element").clone());
                cross(&a, &b)
            });
            Buffer::from_iter(shape.numel(), products)
        };
        Tensor::made(L::Kind::apply_op((left, right), shape, forward, CrossBack), shape)
    }
}

/// The cross product of two vectors.
fn cross<T: Clone + Mul<Output = T> + Sub<Output = T>>(a: &[T; 3], b: &[T; 3]) -> [T; 3] {
    let of = |i: usize, j: usize| a[i].clone() * b[j].clone() - a[j].clone() * b[i].clone();
    [of(1, 2), of(2, 0), of(0, 1)]
}

/// The way back of cross products: `b × g` and `g × a`.
pub(super) struct CrossBack;
held!(CrossBack; lowered);

impl<T: Real> Backward<T> for CrossBack {
    fn name(&self) -> &'static str {
        "cross"
    }

    fn reads(&self, wanted: OperandSet) -> Reads {
        Reads::NOTHING.operand(0, wanted.has(1)).operand(1, wanted.has(0))
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let g = grad.as_slice().as_chunks::<3>().0;
        for operand in [0, 1] {
            let other = at.elements_if(1 - operand, to.wants(operand));
            to.add(operand, |to, add| {
                let vectors = to.as_chunks_mut::<3>().0.iter_mut().zip(other.as_chunks::<3>().0).zip(g);
                for ((to, other), g) in vectors {
                    let product = if operand == 0 { cross(other, g) } else { cross(g, other) };
                    for (to, x) in to.iter_mut().zip(product) {
                        *to = if add { *to + x } else { x };
                    }
                }
            });
        }
        to.free(grad);
    }
}

operation! {
    /// The trace of a matrix. (`K` is `()`, and never written.)
    trait Traces[K][K] for X where [X: Operand + ?Sized, <K as Given>::Then<X::Shape>: Trace] {}

    /// The sum of a square matrix's diagonal: `[n, n]` -> a number. NumPy's `np.trace(x)`, PyTorch's `x.trace()`. No allocation but
    /// for the number.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![[1, 2], [3, 4]].trace(), 5);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2, 3], [4, 5, 6]].trace();
    /// ```
    ///
    /// # Panics
    /// If a run-time axis has two sizes.
    fn trace(&self) -> Scalar<Self::Kind, Self::Elem>
    where [(): Only<K>, Self::Elem: Summand]
    {
        const PATTERN: &Pattern = &Pattern::new(&["i"], &[&["i", "i"]], &[]);
        number::<_, Self::Kind, 1>([Source::of(&self.view())], PATTERN)
    }
}
