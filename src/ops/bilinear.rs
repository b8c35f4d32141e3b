//! Products of weights with two vectors at once: `bilinear`.

use num_traits::Float;

use super::dense::columns_summed;
use super::rows::elements;
use super::wide::wide;
use crate::kernels::products::{Grid, ProductSizes, gemm};
use crate::kernels::sixteen::{ByNumbers, can_be, rounded};
use crate::kind::{Backward, Gradients, Kind, OperandSet, Reads, Real, Step, held};
use crate::shape::affine::{BilinearMap, BilinearOf, NoBias};
use crate::shape::diagnostics::FloatElement;
use crate::shape::given::Given;
use crate::shape::layout::RowMajor;
use crate::shape::{Shape, run_time};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Beside, Operand, Values, View};

operation! {
    /// Bilinear maps of the last axis and that of `R`, by weights `W` as PyTorch keeps them, `[out, left, right]`, with a bias `B`.
    trait BilinearMaps[R, W, B][R, W, B]
    for X where [
        X: Operand<Shape: BilinearMap<R::Size, W::Size, B::Size>> + ?Sized,
        <R as Given>::Then<X::Elem>: FloatElement + 'static,
        R: Beside<X::Elem, X::Kind>,
        W: Beside<X::Elem, X::Kind>,
        B: Beside<X::Elem, X::Kind>
    ] {
        /// The shape of the result.
        type Mapped: Shape = BilinearOf<X::Shape, R::Size, W::Size, B::Size>;
    }

    /// For each output the sum of all products of an element of each side, each times its weight, plus a bias: `[…, I]`, `[…, J]`, `[O, I, J]` and `[O]`
    /// -> `[…, O]`, for any number of leading axes, which are the same ones. PyTorch's `F.bilinear(x, other, weight, bias)`, NumPy's
    /// `np.einsum("...i,oij,...j->...o", x, weight, other) + bias`. Allocates the result, and of one output at a time `[…, J]`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let weight = tensor![[[1.0, 0.0], [0.0, 1.0]], [[0.0, 1.0], [0.0, 0.0]]]; // [out, left, right]
    /// let (x, other) = (tensor![[1.0, 2.0]], tensor![[3.0, 4.0]]);
    /// assert_eq!(x.bilinear(&other, &weight, &tensor![0.5, 0.0]), tensor![[11.5, 4.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let weight = tensor![[[1.0, 0.0], [0.0, 1.0]]];
    /// tensor![[1.0, 2.0]].bilinear(&tensor![[3.0, 4.0, 5.0]], &weight, &tensor![0.5]); // three on the right
    /// ```
    ///
    /// # Panics
    /// If a run-time axis has two sizes.
    #[doc(alias = "einsum")]
    #[track_caller]
    fn bilinear(&self, other: &R, weight: &W, bias: &B) -> Tensor<Self::Elem, Self::Mapped, Self::Kind> {
        let x = self.view();
        let (other, weight, bias) = (other.beside(x.note()), weight.beside(x.note()), bias.beside(x.note()));
        mapped(x, other, weight, Some(bias))
    }
}

operation! {
    /// Bilinear maps of the last axis and that of `R`, by weights `W`, `[out, left, right]`, without a bias.
    trait PlainBilinearMaps[R, W][R, W]
    for X where [
        X: Operand<Shape: BilinearMap<R::Size, W::Size, NoBias>> + ?Sized,
        <R as Given>::Then<X::Elem>: FloatElement + 'static,
        R: Beside<X::Elem, X::Kind>,
        W: Beside<X::Elem, X::Kind>
    ] {
        /// The shape of the result.
        type Mapped: Shape = BilinearOf<X::Shape, R::Size, W::Size>;
    }

    /// As [`bilinear`](BilinearMaps::bilinear), without a bias: `[…, I]`, `[…, J]` and `[O, I, J]` -> `[…, O]`. PyTorch's `F.bilinear(x, other,
    /// weight)`, NumPy's `np.einsum("...i,oij,...j->...o", x, weight, other)`. Allocates the result, and of one output at a time `[…, J]`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let weight = tensor![[[1.0, 0.0], [0.0, 1.0]]]; // of one output the dot product
    /// assert_eq!(tensor![1.0, 2.0].bilinear_no_bias(&tensor![3.0, 4.0], &weight), tensor![11.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let weight = tensor![[1.0, 0.0], [0.0, 1.0]]; // no axis of outputs
    /// tensor![1.0, 2.0].bilinear_no_bias(&tensor![3.0, 4.0], &weight);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis has two sizes.
    #[doc(alias = "einsum")]
    #[track_caller]
    fn bilinear_no_bias(&self, other: &R, weight: &W) -> Tensor<Self::Elem, Self::Mapped, Self::Kind> {
        let x = self.view();
        let (other, weight) = (other.beside(x.note()), weight.beside(x.note()));
        mapped(x, other, weight, None::<NoView<'_, X::Elem, X::Kind>>)
    }
}

/// A bilinear map, with a bias or without, of the shape that its types say.
pub(crate) fn mapped<X, R, W, B, O: Shape>(x: X, other: R, weight: W, bias: Option<B>) -> Tensor<X::Elem, O, X::Kind>
where
    X: Operand<Elem: Float + 'static>,
    R: Beside<X::Elem, X::Kind>,
    W: Beside<X::Elem, X::Kind>,
    B: Beside<X::Elem, X::Kind>,
{
    let x = x.view();
    let (other, weight) = (other.beside(x.note()), weight.beside(x.note()));
    let (back, shape) = checked::<X::Shape, R::Size, W::Size, O>(x.shape(), other.shape(), weight.shape());
    let numel = shape.numel();
    let Some(bias) = bias else {
        let forward = |(x, other, weight): (View<'_, _, _, _>, View<'_, _, _, _>, View<'_, _, _, _>)| {
            back.of(&x, &other, &weight, numel)
        };
        return Tensor::made(X::Kind::apply_op((x, other, weight), shape, forward, back), shape);
    };
    let bias = bias.beside(x.note());
    let given = bias.shape().numel();
    assert!(given == back.outputs, "bilinear: a bias of {given} numbers, of {} outputs", back.outputs);
    let forward =
        |(x, other, weight, bias): (View<'_, _, _, _>, View<'_, _, _, _>, View<'_, _, _, _>, View<'_, _, _, _>)| {
            let mut made = back.of(&x, &other, &weight, numel);
            let bias = elements(&bias);
            for row in made.as_mut_slice().chunks_exact_mut(back.outputs.max(1)) {
                row.iter_mut().zip(&*bias).for_each(|(to, &bias)| *to = *to + bias);
            }
            made
        };
    Tensor::made(X::Kind::apply_op((x, other, weight, bias), shape, forward, back), shape)
}

/// In place of a bias.
pub(crate) type NoView<'a, T, K> = View<'a, T, (), RowMajor, K>;

/// The sizes, which the types have related, and the shape of the result.
///
/// # Panics
/// If a run-time axis has two sizes.
#[track_caller]
fn checked<S: Shape, R: Shape, W: Shape, O: Shape>(x: S, other: R, weight: W) -> (BilinearBack, O) {
    let ([left, right], weight) = ([x.dims(), other.dims()], weight.dims());
    for axis in 1..left.rank {
        if left.sizes[axis] != right.sizes[axis] {
            run_time::differ(axis, S::name(axis), left.sizes[axis], right.sizes[axis]);
        }
    }
    let [of_right, of_left, outputs, ..] = weight.sizes;
    for (axis, given, needed) in [(1, left.sizes[0], of_left), (0, right.sizes[0], of_right)] {
        if given != needed {
            run_time::differ(axis, W::name(axis), needed, given);
        }
    }
    let mut to = left.sizes;
    to[0] = outputs;
    (BilinearBack { left: of_left, right: of_right, outputs }, run_time::shape(&to))
}

/// The way back of a bilinear map, of so many elements on either side.
#[derive(Clone, Copy)]
pub(super) struct BilinearBack {
    pub(super) left: usize,
    pub(super) right: usize,
    pub(super) outputs: usize,
}
held!(BilinearBack; lowered);

/// A matrix whose rows lie one after the other.
fn rows<T>(elements: &[T], width: usize) -> Grid<'_, T> {
    Grid { elements, rows: width, columns: 1 }
}

impl BilinearBack {
    fn of<T, X, R, W>(&self, x: &X, other: &R, weight: &W, numel: usize) -> Buffer<T>
    where
        T: Float + 'static,
        X: Values<Elem = T>,
        R: Values<Elem = T>,
        W: Values<Elem = T>,
    {
        if const { can_be::<T>() }
            && let (Some(x), Some(other), Some(weight)) =
                (wide(x, ByNumbers), wide(other, ByNumbers), wide(weight, ByNumbers))
        {
            return rounded(self.of(&x.view(), &other.view(), &weight.view(), numel).as_slice(), ByNumbers);
        }
        let (x, other, weight) = (elements(x), elements(other), elements(weight));
        let count = numel.checked_div(self.outputs).unwrap_or(0);
        let mut made = Buffer::filled(numel, T::zero());
        self.each_output(&x, &weight, count, |output, mapped| {
            for (row, (mapped, other)) in self.pairs(mapped, &other).enumerate() {
                made.as_mut_slice()[row * self.outputs + output] = dot(mapped, other);
            }
        });
        made
    }

    /// Rows of the right width on both sides.
    fn pairs<'a, T>(&self, a: &'a [T], b: &'a [T]) -> impl Iterator<Item = (&'a [T], &'a [T])> {
        let width = self.right.max(1);
        a.chunks_exact(width).zip(b.chunks_exact(width))
    }

    /// Shows `f` each output, with what its weights make of `x`: so many rows of the right width.
    fn each_output<T: Float + 'static>(&self, x: &[T], weight: &[T], count: usize, mut f: impl FnMut(usize, &[T])) {
        let Self { left, right, outputs } = *self;
        let mut mapped = Buffer::filled(count * right, T::zero());
        for output in 0..outputs {
            let weight = rows(&weight[output * left * right..][..left * right], right);
            gemm(rows(x, left), weight, ProductSizes { m: count, k: left, n: right }, false, mapped.as_mut_slice());
            f(output, mapped.as_slice());
        }
    }

    /// Shows `f` each output, with the right side times the gradients of that output.
    fn each_gradient<T: Real>(&self, other: &[T], grad: &[T], mut f: impl FnMut(usize, &[T])) {
        let mut scaled = Buffer::filled(other.len(), T::zero());
        for output in 0..self.outputs {
            let gradients = grad.chunks_exact(self.outputs).map(|row| row[output]);
            let pairs =
                scaled.as_mut_slice().chunks_exact_mut(self.right.max(1)).zip(other.chunks_exact(self.right.max(1)));
            for ((to, other), g) in pairs.zip(gradients) {
                to.iter_mut().zip(other).for_each(|(to, &x)| *to = g * x);
            }
            f(output, scaled.as_slice());
        }
    }
}

fn dot<T: Float>(a: &[T], b: &[T]) -> T {
    a.iter().zip(b).fold(T::zero(), |sum, (&a, &b)| sum + a * b)
}

impl<T: Real> Backward<T> for BilinearBack {
    fn name(&self) -> &'static str {
        "bilinear"
    }

    fn reads(&self, wanted: OperandSet) -> Reads {
        let [left, right, weight] = [0, 1, 2].map(|i| wanted.has(i));
        Reads::NOTHING.operand(0, right || weight).operand(1, left || weight).operand(2, left || right)
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let Self { left, right, outputs } = *self;
        let wanted = [0, 1, 2].map(|i| to.wants(i));
        let x = at.elements_if(0, wanted[1] || wanted[2]);
        let other = at.elements_if(1, wanted[0] || wanted[2]);
        let weight = at.elements_if(2, wanted[0] || wanted[1]);
        let g = grad.as_slice();
        let count = g.len().checked_div(outputs).unwrap_or(0);
        let of = |output: usize| output * left * right..(output + 1) * left * right;
        to.accumulate(0, |to| {
            self.each_gradient(&other, g, |output, scaled| {
                let weight = rows(&weight[of(output)], right).transposed();
                gemm(rows(scaled, right), weight, ProductSizes { m: count, k: right, n: left }, true, to);
            });
        });
        to.accumulate(1, |to| {
            self.each_output(&x, &weight, count, |output, mapped| {
                let gradients = g.chunks_exact(outputs).map(|row| row[output]);
                let width = right.max(1);
                for ((to, mapped), g) in to.chunks_exact_mut(width).zip(mapped.chunks_exact(width)).zip(gradients) {
                    to.iter_mut().zip(mapped).for_each(|(to, &mapped)| *to = *to + g * mapped);
                }
            });
        });
        to.accumulate(2, |to| {
            self.each_gradient(&other, g, |output, scaled| {
                let sizes = ProductSizes { m: left, k: count, n: right };
                gemm(rows(&x, left).transposed(), rows(scaled, right), sizes, true, &mut to[of(output)]);
            });
        });
        if at.operands() > 3 {
            to.accumulate(3, |to| columns_summed(g, to));
        }
        to.free(grad);
    }
}
