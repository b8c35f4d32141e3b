//! Differences of neighbours along an axis.

use core::ops::Sub;

use super::rows::{axis_and_inner, elements};
use crate::kind::{Backward, Gradients, Kind, OperandSet, Reads, Real, Step, held};
use crate::shape::at::Along;
use crate::shape::parts::Split;
use crate::shape::size::One;
use crate::shape::verbs::split;
use crate::shape::{Shape, run_time};
use crate::storage::{Buffer, room};
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Operand, View};

operation! {
    /// Differences of neighbours along the axis `A`: `diff`.
    trait Differences[A][A] for X where [X: Operand<Shape: Along<A, split> + Split<A, One>> + ?Sized] {
        /// The shape with one less on the axis.
        type Fewer: Shape = <X::Shape as Split<A, One>>::Rest;
    }

    /// Each element less the one before it on the axis: `[4, 3]` at `Axis::<1>` -> `[4, 2]`. PyTorch's and NumPy's `diff(x, 1, dim)`; the second
    /// differences are `x.diff(axis).diff(axis)`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 4, 9], [0, 5, 5]];
    /// assert_eq!(x.diff(Axis::<1>), tensor![[3, 5], [5, 0]]);
    /// assert_eq!(x.diff(Axis::<0>), tensor![[-1, 1, -4]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 4, 9].diff(Axis::<1>);
    /// ```
    fn diff( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: A) -> Tensor<Self::Elem, Self::Fewer, Self::Kind>
    where [Self::Elem: Clone + Sub<Output = Self::Elem>]
    {
        let place = const { <X::Shape as Along<A, split>>::PLACE };
        let x = self.view();
        let (n, inner) = axis_and_inner(x.shape(), place);
        let shape: Self::Fewer = run_time::with_size(x.shape(), place, n.saturating_sub(1));
        let forward = |(x,): (View<'_, _, _, _>,)| differences(&elements(&x), n, inner, shape.numel());
        Tensor::made(X::Kind::apply_op((x,), shape, forward, DifferenceBack { axis: [n, inner] }), shape)
    }
}

/// The differences of lanes of `n` elements, `inner` apart: so many.
fn differences<T: Clone + Sub<Output = T>>(elements: &[T], n: usize, inner: usize, numel: usize) -> Buffer<T> {
    let mut to = room(numel);
    if numel > 0 {
        for block in elements.chunks_exact(n * inner) {
            to.extend(block[inner..].iter().zip(block).map(|(next, x)| next.clone() - x.clone()));
        }
    }
    Buffer::from_vec(to)
}

/// The way back of differences: of the axis's size, and of how far its elements lie apart.
pub(super) struct DifferenceBack {
    pub axis: [usize; 2],
}
held!(DifferenceBack; lowered);

impl<T: Real> Backward<T> for DifferenceBack {
    fn name(&self) -> &'static str {
        "diff"
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::NOTHING
    }

    fn backward(&self, _: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let [n, inner] = self.axis;
        to.accumulate(0, |to| {
            if grad.as_slice().is_empty() {
                return;
            }
            for (to, g) in to.chunks_exact_mut(n * inner).zip(grad.as_slice().chunks_exact((n - 1) * inner)) {
                to.iter_mut().zip(g).for_each(|(to, g)| *to = *to - *g);
                to[inner..].iter_mut().zip(g).for_each(|(to, g)| *to = *to + *g);
            }
        });
        to.free(grad);
    }
}
