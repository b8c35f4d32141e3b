//! What masks are for: selecting, filling, counting.

use super::operand_or_scalar::{OperandOrScalar, Side};
use super::reduce::{CountNonzero, Pass, Reduction};
use crate::expr;
use crate::expr::node::FnMut2;
use crate::kernels::back::strides::{add_at, masked};
use crate::kind::{Backward, Gradients, Joins, Kind, MaybeKind, OperandSet, Reads, Real, Step, held};
use crate::shape::diagnostics::Truth;
use crate::shape::dims::{Dims, product};
use crate::shape::list::Sizes;
use crate::shape::reduce::{Reduce, Reduced};
use crate::shape::select::{Select, Selected};
use crate::shape::{Shape, run_time};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Operand, Values, View};

operation! {
    /// Selecting by a mask from `A` and `B`, each a tensor of `T` or one value.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[-1.0, 5.0], [3.0, -2.0]];
    /// let positive = x.greater(0.0);
    /// assert_eq!(positive.select(&x, 0.0), x.relu());
    /// assert_eq!(positive.count_nonzero(Axis::<1>), tensor![1, 1]);
    /// ```
    trait Selections[T, A, B, YesKind, NoKind][T, A, B, YesKind, NoKind]
    for X given [K] where [
        A: Side<T, YesKind, Own: Joins<T, B::Own, Own<T, A, YesKind>, Own<T, B, NoKind>, Kind = K>> + OperandOrScalar<T, YesKind, K>,
        B: Side<T, NoKind> + OperandOrScalar<T, NoKind, K>,
        X: Values<Shape: Select<ShapeOf<T, A, YesKind, K>, ShapeOf<T, B, NoKind, K>>> + ?Sized,
        T: Clone,
        K: Kind<T>
    ] {
        /// The shape of the result.
        type Selected: Shape = Selected<X::Shape, ShapeOf<T, A, YesKind, K>, ShapeOf<T, B, NoKind, K>>;
        /// The kind of the result, which is that of `yes` and `no`.
        type Joint: Kind<T> = K;
    }

    /// The elements of `yes` where the mask holds, and of `no` where it does not. NumPy's `np.where(mask, yes, no)`, PyTorch's
    /// `torch.where`. Both are tensors or one value each; all three broadcast: `[4, 1]`, `[3]` and `[]` -> `[4, 3]`. Allocates the
    /// result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let mask = tensor![[true], [false]];
    /// assert_eq!(mask.select(&tensor![1, 2], &tensor![30, 40]), tensor![[1, 2], [30, 40]]);
    /// assert_eq!(mask.select(&tensor![1, 2], 0), tensor![[1, 2], [0, 0]]);
    /// assert_eq!(mask.select(1.0, 0.0), tensor![[1.0], [0.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let mask = tensor![true, false];
    /// mask.select(&tensor![1, 2, 3], 0);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let mask = tensor![[true], [false]];
    /// mask.select(&tensor![1, 2, 3], &tensor![1, 2]);
    /// ```
    #[track_caller]
    fn select( // of the mask: `mask.select(&yes, &no)`
        &self, yes: A, no: B) -> Tensor<T, Self::Selected, Self::Joint>
    where [Self::Elem: Truth] => #[inline]
    {
        let note = <A::Own as Joins<T, B::Own, Own<T, A, YesKind>, Own<T, B, NoKind>>>::joined(yes.known(), no.known());
        let (yes, no) = (yes.values(note), no.values(note));
        let shape: Self::Selected = run_time::three(self.view().shape(), yes.shape(), no.shape());
        let forward = |(yes, no): (View<'_, _, _, _>, View<'_, _, _, _>)| {
            expr::ternary::<_, _, _, Self::Selected, _>(self, &yes, &no, Choose).0
        };
        let sides = [(yes.shape().dims(), true), (no.shape().dims(), false)];
        let back = SelectionBack { mask: self, value: None, out: shape.dims(), sides };
        Tensor::made(K::apply_op((yes, no), shape, forward, back), shape)
    }
}

/// The kind of a side.
type Own<T, A, Form> = <<A as Side<T, Form>>::Own as MaybeKind<T>>::OrEager;
/// The shape of a side.
type ShapeOf<T, A, Form, K> = <A as OperandOrScalar<T, Form, K>>::Shape;

operation! {
    /// Filling where a mask `M` holds.
    trait MaskedFills[M][M]
    for X where [X: Operand + ?Sized, M: Operand + Values<Elem: Truth, Shape: Select<(), X::Shape>>] {
        /// The shape of the result.
        type Selected: Shape = Selected<M::Shape, (), X::Shape>;
    }

    /// The elements, with one value in place of those where the mask holds. PyTorch's `x.masked_fill(mask, value)`. Both broadcast:
    /// `[2, 8, 5, 5]` by a mask `[5, 5]` -> `[2, 8, 5, 5]`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let scores = tensor![[1.0, 2.0], [3.0, 4.0]];
    /// let later = tensor![[false, true], [false, false]];
    /// assert_eq!(scores.masked_fill(&later, f64::NEG_INFINITY), tensor![[1.0, f64::NEG_INFINITY], [3.0, 4.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1.0, 2.0], [3.0, 4.0]].masked_fill(&tensor![true, false, true], 0.0);
    /// ```
    fn masked_fill( // as `x.masked_fill(&mask, 0.0)`
        &self, mask: &M, value: Self::Elem) -> Tensor<Self::Elem, Self::Selected, Self::Kind>
    where [Self::Elem: Clone] => #[inline]
    {
        let x = self.view();
        let shape: Self::Selected = run_time::three(mask.view().shape(), (), x.shape());
        let forward = |(x,): (View<'_, _, _, _>,)| {
            let value = View::over(core::slice::from_ref(&value), ());
            expr::ternary::<_, _, _, Self::Selected, _>(mask, &value, &x, Choose).0
        };
        let sides = [(x.shape().dims(), false), (Dims::SCALAR, true)];
        let back = SelectionBack { mask, value: Some(value.clone()), out: shape.dims(), sides };
        Tensor::made(X::Kind::apply_op((x,), shape, forward, back), shape)
    }
}

/// The way back of a choice by a mask: each operand has its gradient where the mask is as the operand wants it, summed where it was stretched.
/// What is no operand is one value.
pub(super) struct SelectionBack<'a, M: ?Sized, T> {
    pub mask: &'a M,
    #[cfg_attr(not(feature = "graph"), allow(dead_code))] // lowerings read it
    pub value: Option<T>,
    pub out: Dims,
    pub sides: [(Dims, bool); 2],
}

/// As the tape keeps it: the mask, which has the sizes `of`.
struct Kept<'a> {
    mask: &'a [bool],
    of: Dims,
    out: Dims,
    sides: [(Dims, bool); 2],
}

held!(SelectionBack<'_, M, T> where [M: Values<Elem: Truth> + ?Sized], |SelectionBack { mask, out, sides, .. }, memory| {
    let (of, mut truths) = (mask.view().shape().dims(), mask.iter().map(|&mask| mask.into()));
    let mask = &*memory.alloc_with(product(&of.sizes[..of.rank]), |_| truths.next().unwrap_or(false));
    Kept { mask, of, out, sides }
}; lowered_at);

impl<T: Real> Backward<T> for Kept<'_> {
    fn name(&self) -> &'static str {
        "select"
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::NOTHING
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let Kept { mask, of, out, sides } = self;
        let sizes = &out.sizes[..out.rank];
        let steps = |of: &Dims| of.stretched(&of.strides(), out);
        let mask_steps = steps(of);
        let both = at.operands() > 1 && to.wants(0) && to.wants(1);
        let copy = both.then(|| {
            let mut copy = to.room(grad.as_slice().len());
            copy.as_mut_slice().copy_from_slice(grad.as_slice());
            copy
        });
        let mut memory = [Some(grad), copy].into_iter().flatten();
        for (i, (side, is)) in sides[..at.operands()].iter().enumerate() {
            if !to.wants(i) {
                continue;
            }
            let Some(mut own) = memory.next() else { return };
            masked(sizes, &mask_steps[..out.rank], mask, *is, own.as_mut_slice());
            if side.sizes == out.sizes {
                to.give(i, own);
            } else {
                let steps = steps(side);
                to.accumulate(i, |to| add_at(sizes, &steps[..out.rank], 0, own.as_slice(), to));
                to.free(own);
            }
        }
    }
}

operation! {
    /// Counting what is not 0 along the axes `A`.
    trait NonzeroCounts[A][A]
    for X where [X: Values<Shape: Reduce<A>> + ?Sized] {
        /// The shape without the axes.
        type Reduced: Shape = Reduced<X::Shape, A>;
    }

    /// How many elements are not 0 (or not false) along one axis or several: `[4, 3]` over `Axis::<1>` -> `[4]`. PyTorch's and
    /// NumPy's `count_nonzero(x, dim)`; of a mask, its `sum(dim)`. NaN is not 0. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let mask = tensor![[true, false, true], [false, false, true]];
    /// assert_eq!(mask.count_nonzero(Axis::<0>), tensor![1, 0, 2]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[true, false, true]].count_nonzero(Axis::<2>);
    /// ```
    fn count_nonzero( // as `x.count_nonzero(Axis::<0>)`; of all `x.count_nonzero_all()`
        &self, axes: A) -> Tensor<usize, Self::Reduced>
    where [Self::Elem: Clone + Default + PartialEq] => #[inline]
    {
        let (x, _) = (self.view(), axes);
        Tensor::from_parts(Reduction::over::<A, _, _>(Pass(CountNonzero), x), x.shape().reduced())
    }
}

/// Counting what is not 0, and not false.
pub trait Masks: Values {
    /// How many elements are not 0 (or not false). PyTorch's and NumPy's `count_nonzero(x)`; of a mask, its `sum()`. Allocates
    /// nothing.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![[0, 2], [0, -1]].count_nonzero_all(), 2);
    /// ```
    #[inline]
    fn count_nonzero_all(&self) -> usize
    where
        Self::Elem: Clone + Default + PartialEq,
    {
        Reduction::all(Pass(CountNonzero), self.view())
    }
}

impl<X: Values + ?Sized> Masks for X {}

/// The elements of `yes` where the mask holds, and of `no` where it does not: [`mask.select(yes, no)`](Selections::select) as a function,
/// NumPy's `np.where` and PyTorch's `torch.where`. Allocates the result.
///
/// ```
/// use shaped::prelude::*;
/// let x = tensor![-1.0, 4.0];
/// assert_eq!(shaped::select(&x.less(0.0), -&x, &x), x.abs());
/// ```
///
/// ```compile_fail,E0277
/// use shaped::prelude::*;
/// shaped::select(&tensor![true, false, true], &tensor![1, 2], 0);
/// ```
#[inline]
#[track_caller]
pub fn select<T, M, A, B, YesKind, NoKind, K>(
    mask: &M,
    yes: A,
    no: B,
) -> Tensor<T, Selected<M::Shape, ShapeOf<T, A, YesKind, K>, ShapeOf<T, B, NoKind, K>>, K>
where
    T: Clone,
    A: Side<T, YesKind, Own: Joins<T, B::Own, Own<T, A, YesKind>, Own<T, B, NoKind>, Kind = K>>
        + OperandOrScalar<T, YesKind, K>,
    B: Side<T, NoKind> + OperandOrScalar<T, NoKind, K>,
    M: Values<Elem: Truth, Shape: Select<ShapeOf<T, A, YesKind, K>, ShapeOf<T, B, NoKind, K>>>,
    K: Kind<T>,
{
    mask.select(yes, no)
}

/// The index of an element by its place in row-major order.
pub(super) fn index_of<S: crate::shape::Shape>(place: usize, sizes: &Sizes<S>) -> Sizes<S> {
    let mut index = *sizes;
    let mut rest = place;
    for at in index.as_mut().iter_mut().rev() {
        (rest, *at) = (rest / *at, rest % *at);
    }
    index
}

/// The first of a pair where a mask holds, the second where it does not.
#[derive(Clone, Copy)]
struct Choose;

impl<M: Into<bool>, T> FnMut2<(M, T), T> for Choose {
    type Output = T;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(&mut self, (mask, yes): (M, T), no: T) -> T {
        if mask.into() { yes } else { no }
    }
}
