//! Linear algebra of stacks of matrices, by the crate nalgebra.

use alloc::vec::Vec;

use nalgebra::{DMatrix, RealField, SVD, SymmetricEigen};

use super::rows::elements;
use crate::error::{LinalgError, Why, asked_sizes};
use crate::shape::Shape;
use crate::shape::dims::product;
use crate::shape::given::{Given, Only};
use crate::shape::linalg::{MatrixStack, SolutionsOf, Solves, SquareStack};
use crate::shape::list::of_sizes;
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{OfElements, Operand, Values};

operation! {
    /// Linear algebra of square matrices, `[…, n, n]`, one or a stack of them, of `f32` or `f64` (feature `linalg`). Results are constants: nothing here
    /// is recorded on a tape. (`K` is `()`, and never written.)
    trait SquareAlgebra[K][K] for X where [X: Values + ?Sized, <K as Given>::Then<X::Shape>: SquareStack] {
        /// The axes in front.
        type Leading: Shape = <X::Shape as SquareStack>::Leading;
        /// A vector for each matrix: `[…, n]`.
        type Lines: Shape = <X::Shape as SquareStack>::Lines;
    }

    /// The determinant of each matrix: `[8, 3, 3] -> [8]`, `[3, 3] -> []`. PyTorch's `torch.linalg.det(x)`, NumPy's `np.linalg.det(x)`.
    /// Allocates the result and a copy of a matrix.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[[2.0, 1.0], [1.0, 3.0]], [[1.0, 2.0], [2.0, 4.0]]];
    /// assert!((x.det() - tensor![5.0, 0.0]).abs().max_all() < 1e-12);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[2.0, 1.0, 0.0], [1.0, 3.0, 0.0]].det();
    /// ```
    fn det(&self) -> Tensor<Self::Elem, Self::Leading>
    where [(): Only<K>, Self::Elem: LinearElement]
    {
        let mut to = Vec::new();
        for (_, m) in matrices(self) {
            to.push(m.determinant());
        }
        made(to, &leading(self.view().shape()))
    }

    /// The sign of each determinant, 1, -1 or 0, and the logarithm of its absolute value, which neither overflows nor vanishes: `[8, 3, 3] -> [8]` twice.
    /// PyTorch's `torch.linalg.slogdet(x)`. Allocates the results and a copy of a matrix.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (sign, log) = tensor![[1e-200, 0.0], [0.0, -1e-200]].slogdet();
    /// assert_eq!(sign, Tensor::full(-1.0));
    /// assert!((log - 400.0 * 0.1f64.ln()).abs().max_all() < 1e-9);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[2.0, 1.0, 0.0], [1.0, 3.0, 0.0]].slogdet();
    /// ```
    fn slogdet(&self) -> (Tensor<Self::Elem, Self::Leading>, Tensor<Self::Elem, Self::Leading>)
    where [(): Only<K>, Self::Elem: LinearElement]
    {
        let (mut signs, mut logs) = (Vec::new(), Vec::new());
        for (_, m) in matrices(self) {
            let (sign, log) = sign_and_log(m);
            signs.push(sign);
            logs.push(log);
        }
        let leading = leading(self.view().shape());
        (made(signs, &leading), made(logs, &leading))
    }

    /// The inverse of each matrix: `[8, 3, 3] -> [8, 3, 3]`. PyTorch's `torch.linalg.inv(x)`, NumPy's `np.linalg.inv(x)`. `a.solve(&b)` is faster
    /// and nearer than `a.inv()?.matmul(&b)`. Allocates the result and a copy of a matrix.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let inverse = tensor![[2.0, 1.0], [1.0, 1.0]].inv()?;
    /// assert!((inverse - tensor![[1.0, -1.0], [-1.0, 2.0]]).abs().max_all() < 1e-12);
    /// # Ok::<(), shaped::LinalgError>(())
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[2.0, 1.0, 0.0], [1.0, 3.0, 0.0]].inv();
    /// ```
    ///
    /// # Errors
    /// If a matrix is singular.
    #[doc(alias = "inverse")]
    fn inv(&self) -> Result<Tensor<Self::Elem, Self::Shape>, LinalgError>
    where [(): Only<K>, Self::Elem: LinearElement]
    {
        let mut to = Vec::new();
        for (at, m) in matrices(self) {
            let inverse = m.lu().try_inverse().ok_or(at.error("inv", Why::Singular))?;
            push(&mut to, &inverse);
        }
        Ok(Tensor::from_parts(Buffer::from_vec(to), self.view().shape()))
    }

    /// The lower triangular `L` for which `L Lᵀ` is the symmetric positive definite matrix, of which the lower triangle is read: `[8, 3, 3] -> [8, 3, 3]`.
    /// PyTorch's `torch.linalg.cholesky(x)`. Allocates the result and a copy of a matrix.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![[4.0, 2.0], [2.0, 5.0]].cholesky()?, tensor![[2.0, 0.0], [1.0, 2.0]]);
    /// assert!(tensor![[1.0, 2.0], [2.0, 1.0]].cholesky().is_err());
    /// # Ok::<(), shaped::LinalgError>(())
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![4.0, 2.0].cholesky();
    /// ```
    ///
    /// # Errors
    /// If a matrix is not positive definite.
    fn cholesky(&self) -> Result<Tensor<Self::Elem, Self::Shape>, LinalgError>
    where [(): Only<K>, Self::Elem: LinearElement]
    {
        let mut to = Vec::new();
        for (at, m) in matrices(self) {
            at.finite("cholesky", &m)?;
            let lower = m.cholesky().ok_or(at.error("cholesky", Why::NotPositiveDefinite))?.l();
            push(&mut to, &lower);
        }
        Ok(Tensor::from_parts(Buffer::from_vec(to), self.view().shape()))
    }

    /// The eigenvalues of symmetric matrices, of which the lower triangle is read, in ascending order, and in the columns of the second result their
    /// eigenvectors, of length 1, each of whose sign is arbitrary: `[8, 3, 3] -> [8, 3] and [8, 3, 3]`. PyTorch's `torch.linalg.eigh(x)`.
    /// Allocates the results and a copy of a matrix.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[2.0, 1.0], [1.0, 2.0]];
    /// let (values, vectors) = x.eigh()?;
    /// assert!((&values - tensor![1.0, 3.0]).abs().max_all() < 1e-12);
    /// assert!((x.matmul(&vectors) - &vectors * &values).abs().max_all() < 1e-12);
    /// # Ok::<(), shaped::LinalgError>(())
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[2.0, 1.0, 0.0], [1.0, 3.0, 0.0]].eigh();
    /// ```
    ///
    /// # Errors
    /// If an element is NaN or infinite.
    #[doc(alias = "eigvalsh")]
    fn eigh(&self) -> Result<(Tensor<Self::Elem, Self::Lines>, Tensor<Self::Elem, Self::Shape>), LinalgError>
    where [(): Only<K>, Self::Elem: LinearElement]
    {
        let (mut values, mut vectors) = (Vec::new(), Vec::new());
        for (at, m) in matrices(self) {
            at.finite("eigh", &m)?;
            let n = m.nrows();
            if n == 0 {
                continue;
            }
            let found = eigen(m).ok_or(at.error("eigh", Why::NoConvergence))?;
            let mut order: Vec<usize> = (0..n).collect();
            let of = &found.eigenvalues;
            order.sort_by(|&a, &b| of[a].partial_cmp(&of[b]).expect("finite numbers"));
            values.extend(order.iter().map(|&i| of[i]));
            (0..n).for_each(|row| vectors.extend(order.iter().map(|&i| found.eigenvectors[(row, i)])));
        }
        let shape = self.view().shape();
        let sizes = shape.dims();
        let lines = [&[sizes.sizes[0]], &sizes.sizes[2..sizes.rank]].concat();
        Ok((made(values, &lines), Tensor::from_parts(Buffer::from_vec(vectors), shape)))
    }
}

operation! {
    /// Decompositions of matrices of any sizes, `[…, m, n]`, one or a stack of them, of `f32` or `f64` (feature `linalg`); `k` is the smaller one of `m` and
    /// `n`. Results are constants: nothing here is recorded on a tape. (`K` is `()`, and never written.)
    trait MatrixAlgebra[K][K] for X where [X: Values + ?Sized, <K as Given>::Then<X::Shape>: MatrixStack] {
        /// `[…, m, k]`
        type Left: Shape = <X::Shape as MatrixStack>::Left;
        /// `[…, k]`
        type Singular: Shape = <X::Shape as MatrixStack>::Values;
        /// `[…, k, n]`
        type Right: Shape = <X::Shape as MatrixStack>::Right;
        /// `[…, n, m]`
        type Turned: Shape = <X::Shape as MatrixStack>::Turned;
    }

    /// A matrix of orthonormal columns and an upper triangular one, whose product the matrix is: `[8, 5, 3] -> [8, 5, 3] and [8, 3, 3]`.
    /// PyTorch's `torch.linalg.qr(x)`, NumPy's `np.linalg.qr(x)`. Allocates the results and copies of a matrix.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[3.0, 1.0], [4.0, 2.0], [0.0, 5.0]];
    /// let (q, r) = x.qr();
    /// assert!((q.matmul(&r) - &x).abs().max_all() < 1e-12);
    /// assert!((q.t().matmul(&q) - Tensor::<f64, shape![2, 2]>::eye()).abs().max_all() < 1e-12);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![3.0, 1.0].qr();
    /// ```
    ///
    /// # Panics
    /// If of a run-time axis and a static size, or of two run-time axes, not the one that the type takes for the smaller one is it.
    fn qr(&self) -> (Tensor<Self::Elem, Self::Left>, Tensor<Self::Elem, Self::Right>)
    where [(): Only<K>, Self::Elem: LinearElement]
    {
        let [left, _, right] = parts::<X>(self.view().shape());
        let (mut q, mut r) = (Vec::new(), Vec::new());
        for (_, m) in matrices(self) {
            if !m.is_empty() {
                let qr = m.qr();
                push(&mut q, &qr.q());
                push(&mut r, &qr.r());
            }
        }
        (made(q, &left), made(r, &right))
    }

    /// The singular value decomposition: a matrix of orthonormal columns, the singular values, largest first, and a matrix of orthonormal rows:
    /// `[8, 5, 3] -> [8, 5, 3], [8, 3] and [8, 3, 3]`. PyTorch's `torch.linalg.svd(x, full_matrices=False)`. Allocates the results and copies of
    /// a matrix.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[3.0, 0.0], [0.0, -2.0], [0.0, 0.0]];
    /// let (u, s, vh) = x.svd()?;
    /// assert!((&s - tensor![3.0, 2.0]).abs().max_all() < 1e-12);
    /// assert!(((u * s).matmul(&vh) - x).abs().max_all() < 1e-12);
    /// # Ok::<(), shaped::LinalgError>(())
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![3.0, 1.0].svd();
    /// ```
    ///
    /// # Errors
    /// If an element is NaN or infinite.
    ///
    /// # Panics
    /// As [`qr`](Self::qr).
    fn svd(
        &self,
    ) -> Result<(Tensor<Self::Elem, Self::Left>, Tensor<Self::Elem, Self::Singular>, Tensor<Self::Elem, Self::Right>), LinalgError>
    where [(): Only<K>, Self::Elem: LinearElement]
    {
        let [left, values, right] = parts::<X>(self.view().shape());
        let (mut u, mut s, mut v) = (Vec::new(), Vec::new(), Vec::new());
        for (at, m) in matrices(self) {
            if let Some(svd) = at.svd("svd", &m)? {
                push(&mut u, &narrow(svd.u.as_ref().expect("asked for")));
                s.extend(svd.singular_values.iter().map(|value| nalgebra::convert::<f64, X::Elem>(*value)));
                push(&mut v, &narrow(svd.v_t.as_ref().expect("asked for")));
            }
        }
        Ok((made(u, &left), made(s, &values), made(v, &right)))
    }

    /// The pseudoinverse of each matrix, where singular values of at most `max(m, n) ε` times the largest count as 0: `[8, 5, 3] -> [8, 3, 5]`.
    /// PyTorch's `torch.linalg.pinv(x)`. Allocates the result and copies of a matrix.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1.0, 2.0], [2.0, 4.0]];
    /// assert!((x.pinv()? - &x / 25.0).abs().max_all() < 1e-12);
    /// # Ok::<(), shaped::LinalgError>(())
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![3.0, 1.0].pinv();
    /// ```
    ///
    /// # Errors
    /// If an element is NaN or infinite.
    fn pinv(&self) -> Result<Tensor<Self::Elem, Self::Turned>, LinalgError>
    where [(): Only<K>, Self::Elem: LinearElement]
    {
        let dims = self.view().shape().dims();
        let mut to = Vec::new();
        for (at, m) in matrices(self) {
            if let Some(svd) = at.svd("pinv", &m)? {
                let least = least_value::<X::Elem>(&svd, &dims.sizes);
                push(&mut to, &narrow(&svd.pseudo_inverse(least).expect("both sides are there")));
            }
        }
        Ok(made(to, &[&[dims.sizes[1], dims.sizes[0]], &dims.sizes[2..dims.rank]].concat()))
    }
}

operation! {
    /// Systems of linear equations with right sides `B`, `[…, m, k]`, of `f32` or `f64` (feature `linalg`). Results are constants: nothing here is recorded
    /// on a tape.
    trait LinearSystems[B][B] for X where [X: Values<Shape: SquareStack + Solves<B::Shape>> + ?Sized, B: Values + OfElements<X::Elem, <B as Operand>::Elem>] {
        /// The solutions: `[…, n, k]`.
        type Solutions: Shape = SolutionsOf<X::Shape, B::Shape>;
    }

    /// `x` for which the product of each matrix and `x` is `b`: `[8, 3, 3] and [8, 3, 2] -> [8, 3, 2]`. PyTorch's `torch.linalg.solve(a, b)`, NumPy's
    /// `np.linalg.solve(a, b)`. Allocates the result and copies of a matrix and of its right sides.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let a = tensor![[2.0, 1.0], [1.0, 3.0]];
    /// let x = a.solve(&tensor![[3.0], [5.0]])?;
    /// assert!((x - tensor![[0.8], [1.4]]).abs().max_all() < 1e-12);
    /// # Ok::<(), shaped::LinalgError>(())
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[2.0, 1.0], [1.0, 3.0]].solve(&tensor![[3.0], [5.0], [1.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[2.0, 1.0, 0.0], [1.0, 3.0, 0.0]].solve(&tensor![[3.0], [5.0]]);
    /// ```
    ///
    /// # Errors
    /// If a matrix is singular.
    ///
    /// # Panics
    /// If a run-time axis has two sizes.
    fn solve(&self, b: &B) -> Result<Tensor<Self::Elem, Self::Solutions>, LinalgError>
    where [Self::Elem: LinearElement]
    {
        solutions(self, b, |at, m, b| match m.is_empty() {
            true => Ok(b),
            false => m.lu().solve(&b).ok_or(at.error("solve", Why::Singular)),
        })
    }
}

operation! {
    /// Systems of as many linear equations as one likes with right sides `B`, `[…, m, k]`, of `f32` or `f64` (feature `linalg`). Results are constants:
    /// nothing here is recorded on a tape.
    trait LeastSquares[B][B] for X where [X: Values<Shape: Solves<B::Shape>> + ?Sized, B: Values + OfElements<X::Elem, <B as Operand>::Elem>] {
        /// The solutions: `[…, n, k]`.
        type Solutions: Shape = SolutionsOf<X::Shape, B::Shape>;
    }

    /// The `x` for which the product of each matrix and `x` is nearest to `b`, by the sum of squares; of several the one of the smallest norm:
    /// `[8, 5, 3] and [8, 5, 2] -> [8, 3, 2]`. Singular values of at most `max(m, n) ε` times the largest count as 0. PyTorch's
    /// `torch.linalg.lstsq(a, b, driver="gelsd").solution`. Allocates the result and copies of a matrix and of its right sides.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// // The line y = 1 + 2 t through three points.
    /// let (a, y) = (tensor![[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]], tensor![[1.0], [3.0], [5.0]]);
    /// assert!((a.lstsq(&y)? - tensor![[1.0], [2.0]]).abs().max_all() < 1e-12);
    /// # Ok::<(), shaped::LinalgError>(())
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let a = tensor![[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]];
    /// a.lstsq(&tensor![[1.0], [3.0]]);
    /// ```
    ///
    /// # Errors
    /// If an element of a matrix is NaN or infinite.
    ///
    /// # Panics
    /// If a run-time axis has two sizes.
    fn lstsq(&self, b: &B) -> Result<Tensor<Self::Elem, Self::Solutions>, LinalgError>
    where [Self::Elem: LinearElement]
    {
        let sizes = self.view().shape().dims().sizes;
        solutions(self, b, |at, m, b| match at.svd("lstsq", &m)? {
            Some(svd) => {
                let least = least_value::<X::Elem>(&svd, &sizes);
                Ok(narrow(&svd.solve(&wide(&b), least).expect("both sides are there")))
            }
            None => Ok(DMatrix::zeros(sizes[0], b.ncols())),
        })
    }
}

/// An element of linear algebra: `f32` or `f64`.
#[diagnostic::on_unimplemented(
    message = "there is no linear algebra of elements `{Self}`",
    label = "this is of `f32` or `f64`",
    note = "convert the elements first: `x.cast::<f64>()`"
)]
pub trait LinearElement: sealed::Sealed {}
#[diagnostic::do_not_recommend]
impl LinearElement for f32 {}
#[diagnostic::do_not_recommend]
impl LinearElement for f64 {}

mod sealed {
    /// What is asked of an element; the crate behind it is no part of the interface.
    pub trait Sealed: nalgebra::RealField + Copy {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// Which of the matrices is at hand.
#[derive(Clone, Copy)]
struct At(usize);

impl At {
    fn error(self, operation: &'static str, why: Why) -> LinalgError {
        LinalgError { operation, matrix: self.0, why }
    }

    fn finite<T: RealField + Copy>(self, operation: &'static str, m: &DMatrix<T>) -> Result<(), LinalgError> {
        if m.iter().all(|x| x.is_finite()) { Ok(()) } else { Err(self.error(operation, Why::NotFinite)) }
    }

    /// None of a matrix without elements. In `f64`: what small singular values belong to is far off in `f32`.
    fn svd<T: RealField + Copy>(self, operation: &'static str, m: &DMatrix<T>) -> Result<Option<Svd>, LinalgError> {
        self.finite(operation, m)?;
        if m.is_empty() {
            return Ok(None);
        }
        let turns = most_turns(m.nrows().max(m.ncols()));
        let found = SVD::try_new(wide(m), true, true, f64::EPSILON, turns);
        found.map(Some).ok_or(self.error(operation, Why::NoConvergence))
    }
}

/// The sign of a determinant, and the logarithm of what it is without it.
fn sign_and_log<T: RealField + Copy>(m: DMatrix<T>) -> (T, T) {
    let lu = m.lu();
    let (mut sign, mut log) = (lu.p().determinant::<T>(), T::zero());
    for &x in lu.u().diagonal().iter() {
        sign *= if x == T::zero() { x } else { x.signum() };
        log += x.abs().ln();
    }
    (sign, log)
}

fn eigen<T: RealField + Copy>(m: DMatrix<T>) -> Option<SymmetricEigen<T, nalgebra::Dyn>> {
    let turns = most_turns(m.nrows());
    SymmetricEigen::try_new(m, T::default_epsilon(), turns)
}

type Svd = SVD<f64, nalgebra::Dyn, nalgebra::Dyn>;

fn double<T: RealField + Copy>(x: T) -> f64 {
    nalgebra::try_convert(x).unwrap_or(f64::NAN)
}

fn wide<T: RealField + Copy>(m: &DMatrix<T>) -> DMatrix<f64> {
    m.map(double)
}

fn narrow<T: RealField + Copy>(m: &DMatrix<f64>) -> DMatrix<T> {
    m.map(nalgebra::convert)
}

/// Far more steps than an iteration takes that converges.
fn most_turns(n: usize) -> usize {
    1000 + 100 * n
}

/// Singular values up to this one count as 0.
fn least_value<T: RealField + Copy>(svd: &Svd, sizes: &[usize]) -> f64 {
    let n = sizes[0].max(sizes[1]);
    svd.singular_values.max() * double(T::default_epsilon()) * n as f64
}

/// Each matrix in turn.
fn matrices<X: Values<Elem: LinearElement> + ?Sized>(x: &X) -> impl Iterator<Item = (At, DMatrix<X::Elem>)> {
    let dims = x.view().shape().dims();
    let (rows, columns) = (dims.sizes[1], dims.sizes[0]);
    let elements = elements(x);
    let matrix = move |i| DMatrix::from_row_slice(rows, columns, &elements[i * rows * columns..][..rows * columns]);
    (0..product(&dims.sizes[2..dims.rank])).map(move |i| (At(i), matrix(i)))
}

/// Solves each system.
fn solutions<A, B, S>(
    a: &A,
    b: &B,
    mut solve: impl FnMut(At, DMatrix<A::Elem>, DMatrix<A::Elem>) -> Result<DMatrix<A::Elem>, LinalgError>,
) -> Result<Tensor<A::Elem, S>, LinalgError>
where
    A: Values<Elem: LinearElement> + ?Sized,
    B: Values<Elem = A::Elem>,
    S: Shape,
{
    let (dims, sides) = (a.view().shape().dims(), b.view().shape().dims());
    let same = dims.sizes[1] == sides.sizes[1] && dims.sizes[2..dims.rank] == sides.sizes[2..sides.rank];
    assert!(same, "the matrices and their right sides have other numbers of rows, or other axes in front");
    let (m, k) = (sides.sizes[1], sides.sizes[0]);
    let right = elements(b);
    let mut to = Vec::new();
    for (at, matrix) in matrices(a) {
        let b = DMatrix::from_row_slice(m, k, &right[at.0 * m * k..][..m * k]);
        push(&mut to, &solve(at, matrix, b)?);
    }
    Ok(made(to, &[&[k, dims.sizes[0]], &dims.sizes[2..dims.rank]].concat()))
}

/// The sizes of a matrix's parts, last axis first.
fn parts<X: Values<Shape: MatrixStack> + ?Sized>(shape: X::Shape) -> [Vec<usize>; 3] {
    let dims = shape.dims();
    let (m, n, before) = (dims.sizes[1], dims.sizes[0], &dims.sizes[2..dims.rank]);
    let k = m.min(n);
    let with = |own: &[usize]| [own, before].concat();
    [with(&[k, m]), with(&[k]), with(&[n, k])]
}

fn leading<S: Shape>(shape: S) -> Vec<usize> {
    let dims = shape.dims();
    dims.sizes[2..dims.rank].to_vec()
}

/// Row by row.
fn push<T: RealField + Copy>(to: &mut Vec<T>, m: &DMatrix<T>) {
    to.extend(m.transpose().as_slice());
}

/// A tensor of these sizes, last axis first.
///
/// # Panics
/// If the type took another one of rows and columns for the smaller one.
fn made<T, S: Shape>(elements: Vec<T>, sizes: &[usize]) -> Tensor<T, S> {
    let sizes: Vec<usize> = sizes.iter().rev().copied().collect();
    let Some(shape) = of_sizes(&sizes) else {
        let asked = asked_sizes::<S>().join(", ");
        panic!(
            "a result has sizes {sizes:?}, where the type says [{asked}]: which one of rows and columns is smaller, or whether a name has one size, is known when the program runs"
        );
    };
    Tensor::from_parts(Buffer::from_vec(elements), shape)
}
