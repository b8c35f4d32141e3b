//! Functions of elements as rules: of one operand, of two that are broadcast, of one and a value.

use super::Swapped;
use super::slope::{Slope, Slopes};
use crate::expr;
use crate::expr::node::FnMut2;
use crate::kernels::back::{self, strides::into_stretched};
use crate::kind::{Backward, Gradients, Kind, OperandSet, Reads, Real, Step, held};
use crate::shape::broadcast::{Broadcast, Broadcasted};
use crate::shape::dims::{Dims, Strides};
use crate::shape::layout::{Layout, RowMajor};
use crate::shape::{Shape, run_time};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::{Operand, View};

/// The way back of a function of each element.
pub(crate) struct Each<F>(pub(super) F);

held!(Each<F> where [F: Slope<T>], |Each(f), memory| Each(f.hold()); lowered);

impl<T: Real, F: Slope<T>> Backward<T> for Each<F> {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn reads(&self, _: OperandSet) -> Reads {
        let [argument, value] = F::READS;
        Reads::NOTHING.operand(0, argument).result(value)
    }

    fn backward(&self, at: &Step<'_, T>, mut grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let [argument, value] = F::READS;
        let x = at.elements_if(0, argument);
        let y = if value { at.out() } else { &x };
        // What is not read may be anything.
        let slope = |g: T, x, y| g * self.0.slope(x, y);
        match argument || value {
            true => back::each(grad.as_mut_slice(), if argument { &x } else { y }, y, slope),
            false => back::alone(grad.as_mut_slice(), |g| slope(g, T::zero(), T::zero())),
        }
        to.give(0, grad);
    }
}

/// The function of each element of an operand.
#[inline]
pub(crate) fn each<X: Operand<Elem: Clone> + ?Sized, F: Slope<X::Elem>>(
    x: &X,
    f: F,
) -> Tensor<X::Elem, X::Shape, X::Kind> {
    let x = x.view();
    let back = Each(f.clone());
    Tensor::made(X::Kind::apply_op((x,), x.shape(), |(x,)| expr::unary(&x, f), back), x.shape())
}

/// The way back of a function of each pair of elements: what was stretched gets the sum of the gradients along the axes that it was
/// stretched over.
pub(crate) struct Pair<F>(pub(super) F, [Dims; 3]);

held!(Pair<F> where [F: Slopes<T>], |Pair(f, dims), memory| Pair(f.hold(), dims); lowered);

impl<T: Real, F: Slopes<T>> Backward<T> for Pair<F> {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn reads(&self, wanted: OperandSet) -> Reads {
        Reads::NOTHING
            .operand(0, reads::<T, F>(0, |side| wanted.has(side)))
            .operand(1, reads::<T, F>(1, |side| wanted.has(side)))
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let Pair(f, [left, right, out]) = self;
        let [a, b] = [0, 1].map(|i| at.elements_if(i, reads::<T, F>(i, |side| to.wants(side))));
        let mut grad = Some(grad);
        for (side, own) in [(1, right), (0, left)] {
            let Some(memory) = grad.as_mut().filter(|_| to.wants(side)) else { continue };
            let [by_left, by_right] = F::READS[side];
            // What is not read may be anything of as many elements.
            let is_last = side == 0 || !to.wants(0);
            let as_it_lies = |dims: &Dims, read: bool| !read || dims.sizes == out.sizes;
            if is_last && own.sizes == out.sizes && as_it_lies(left, by_left) && as_it_lies(right, by_right) {
                let slope = |g: T, a, b| g * f.slopes(a, b)[side];
                match by_left || by_right {
                    true => {
                        let (a, b) = (if by_left { &a } else { &b }, if by_right { &b } else { &a });
                        back::each(memory.as_mut_slice(), a, b, slope);
                    }
                    false => back::alone(memory.as_mut_slice(), |g| slope(g, T::zero(), T::zero())),
                }
                grad.take().into_iter().for_each(|grad| to.give(side, grad));
            } else {
                let g = memory.as_slice();
                let operands: [(&Dims, &[T]); 2] = match (by_left, by_right) {
                    (true, true) => [(left, &a), (right, &b)],
                    (true, false) => [(left, &a); 2],
                    (false, true) => [(right, &b); 2],
                    (false, false) => [(out, g); 2],
                };
                let joint = Joint { out, operands };
                to.accumulate(side, |to| joint.add_stretched(g, own, to, |a, b| f.slopes(a, b)[side]));
            }
        }
        grad.into_iter().for_each(|grad| to.free(grad));
    }
}

/// Whether the way back of a function of two reads an operand, if the gradients of some are wanted.
fn reads<T, F: Slopes<T>>(operand: usize, wanted: impl Fn(usize) -> bool) -> bool {
    (0..2).any(|side| F::READS[side][operand] && wanted(side))
}

/// The function of each pair of elements of two operands, with broadcasting.
#[inline]
#[track_caller]
pub(crate) fn pair<
    T: Clone,
    L: Shape + Broadcast<R>,
    R: Shape,
    Y: Layout<L>,
    Z: Layout<R>,
    K: Kind<T>,
    F: Slopes<T>,
>(
    left: View<'_, T, L, Y, K>,
    right: View<'_, T, R, Z, K>,
    f: F,
) -> Tensor<T, Broadcasted<L, R>, K> {
    let shape = run_time::broadcast(left.shape(), right.shape());
    let back = Pair(f.clone(), [left.shape().dims(), right.shape().dims(), shape.dims()]);
    Tensor::made(K::apply_op((left, right), shape, |(left, right)| expr::zipped(left, right, shape, f), back), shape)
}

/// As [`pair`], in the memory of the left side, if the result has its shape.
#[inline]
#[track_caller]
pub(crate) fn pair_into<T: Clone, L: Shape + Broadcast<R>, R: Shape, Z: Layout<R>, K: Kind<T>, F: Slopes<T>>(
    left: Tensor<T, L, K>,
    right: View<'_, T, R, Z, K>,
    f: F,
) -> Tensor<T, Broadcasted<L, R>, K> {
    let shape = left.shape();
    let joint = run_time::broadcast(shape, right.shape());
    let back = Pair(f.clone(), [shape.dims(), right.shape().dims(), joint.dims()]);
    let forward = |memory, (right,): (View<'_, _, _, _>,)| expr::binary_into(memory, shape, &right, f.clone()).0;
    match K::over_op(left.into_storage(), 0, (right,), forward, back) {
        Ok(made) => Tensor::made(made, joint),
        Err(storage) => pair(View::of(&storage, shape), right, f),
    }
}

/// As [`pair_into`], in the memory of the right side.
#[inline]
#[track_caller]
pub(crate) fn pair_into_right<T: Clone, L: Shape + Broadcast<R>, R: Shape, Y: Layout<L>, K: Kind<T>, F: Slopes<T>>(
    left: View<'_, T, L, Y, K>,
    right: Tensor<T, R, K>,
    f: F,
) -> Tensor<T, Broadcasted<L, R>, K> {
    let shape = right.shape();
    let joint = run_time::broadcast(left.shape(), shape);
    let back = Pair(f.clone(), [left.shape().dims(), shape.dims(), joint.dims()]);
    let forward =
        |memory, (left,): (View<'_, _, _, _>,)| expr::binary_into_right(&left, memory, shape, Swapped(f.clone())).0;
    match K::over_op(right.into_storage(), 1, (left,), forward, back) {
        Ok(made) => Tensor::made(made, joint),
        Err(storage) => pair(left, View::of(&storage, shape), f),
    }
}

/// The way back of a function of each element and one value.
pub(crate) struct With<T, F>(pub(super) T, pub(super) F);

held!(With<T, F> where [F: Slopes<T>], |With(value, f), memory| With(value, f.hold()); lowered);

impl<T: Real, F: Slopes<T>> Backward<T> for With<T, F> {
    fn name(&self) -> &'static str {
        self.1.name()
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::NOTHING.operand(0, F::READS[0][0])
    }

    fn backward(&self, at: &Step<'_, T>, mut grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let With(value, f) = self;
        let slope = |g: T, x| g * f.slopes(x, *value)[0];
        match F::READS[0][0] {
            true => {
                let x = at.elements(0);
                back::each(grad.as_mut_slice(), &x, &x, |g, x, _| slope(g, x));
            }
            false => back::alone(grad.as_mut_slice(), |g| slope(g, T::zero())),
        }
        to.give(0, grad);
    }
}

/// The function of each element of a view and one value.
#[inline]
pub(crate) fn with<T: Clone, S: Shape + Broadcast<()>, Y: Layout<S>, K: Kind<T>, F: Slopes<T>, O: Shape>(
    x: View<'_, T, S, Y, K>,
    value: T,
    f: F,
    shape: O,
) -> Tensor<T, O, K> {
    let back = With(value.clone(), f.clone());
    Tensor::made(K::apply_op((x,), shape, |(x,)| expr::with_scalar(&x, value, f), back), shape)
}

/// As [`with`], in the tensor's own memory.
#[inline]
pub(crate) fn with_into<T: Clone, S: Shape + Broadcast<()>, K: Kind<T>, F: Slopes<T>, O: Shape>(
    x: Tensor<T, S, K>,
    value: T,
    f: F,
    to: O,
) -> Tensor<T, O, K> {
    let shape = x.shape();
    let back = With(value.clone(), f.clone());
    let (by, g) = (value.clone(), f.clone());
    match K::over_op(x.into_storage(), 0, (), |memory, ()| expr::with_scalar_into(memory, shape, by, g), back) {
        Ok(made) => Tensor::made(made, to),
        Err(storage) => with(View::of(&storage, shape), value, f, to),
    }
}

/// The function of each element, in the tensor's own memory; once more as a function of an element and nothing, which replaces the element.
#[inline]
pub(crate) fn each_into<T: Clone, S: Shape, K: Kind<T>, F: Slope<T>, G: FnMut2<T, (), Output = T>>(
    x: Tensor<T, S, K>,
    f: F,
    replaces: G,
) -> Tensor<T, S, K> {
    let shape = x.shape();
    let again = f.clone();
    match K::over_op(
        x.into_storage(),
        0,
        (),
        |memory, ()| expr::each_into(memory, shape, again, replaces),
        Each(f.clone()),
    ) {
        Ok(made) => Tensor::made(made, shape),
        Err(storage) => each(&View::<T, S, RowMajor, K>::of(&storage, shape), f),
    }
}

/// The operands of a function of two, as they are read together.
struct Joint<'a, T> {
    out: &'a Dims,
    operands: [(&'a Dims, &'a [T]); 2],
}

impl<T: Real> Joint<'_, T> {
    /// The steps by which an operand of these sizes is read.
    fn steps(&self, of: &Dims) -> Strides {
        of.stretched(&of.strides(), self.out)
    }

    /// Adds gradients, each times `f` of its pair of elements, to those of the operand of these sizes.
    fn add_stretched(&self, grad: &[T], of: &Dims, to: &mut [T], f: impl Fn(T, T) -> T) {
        let [(left, a), (right, b)] = self.operands;
        let steps = [left, right, of].map(|of| self.steps(of));
        let rank = self.out.rank;
        let steps = [&steps[0][..rank], &steps[1][..rank], &steps[2][..rank]];
        into_stretched(&self.out.sizes[..rank], steps, [a, b], grad, to, f);
    }
}
