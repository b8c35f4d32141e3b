//! Functions of elements as rules: of one operand, of two that are broadcast, of one and a value.

use super::Swapped;
use super::slope::{Slope, Slopes};
use crate::expr;
use crate::expr::node::FnMut2;
use crate::kernels::back::{self, strides::into_stretched};
use crate::kind::{Backward, Gradients, Kind, Real, Step, held};
use crate::shape::broadcast::{Broadcast, Broadcasted};
use crate::shape::dims::{Dims, Strides};
use crate::shape::layout::{Layout, RowMajor};
use crate::shape::{Shape, run_time};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::{Operand, View};

/// The way back of a function of each element.
pub(crate) struct Each<F>(F);

held!(Each<F> where [F: Slope<T>], |Each(f), memory| Each(f.hold()));

impl<T: Real, F: Slope<T>> Backward<T> for Each<F> {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn backward(&self, at: &Step<'_, T>, mut grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let x = at.elements(0);
        back::each(grad.as_mut_slice(), &x, at.out, |g, x, y| g * self.0.slope(x, y));
        to.give(0, grad);
    }
}

/// The function of each element of an operand.
#[inline]
pub(crate) fn each<X, F>(x: &X, f: F) -> Tensor<X::Elem, X::Shape, X::Kind>
where
    X: Operand<Elem: Clone> + ?Sized,
    F: Slope<X::Elem>,
{
    let x = x.view();
    let back = Each(f.clone());
    Tensor::made(X::Kind::apply((x,), x.shape(), |(x,)| expr::unary(&x, f), back), x.shape())
}

/// The way back of a function of each pair of elements: what was stretched gets the sum of the gradients along the axes that it was
/// stretched over.
pub(crate) struct Pair<F>(F, [Dims; 3]);

held!(Pair<F> where [F: Slopes<T>], |Pair(f, dims), memory| Pair(f.hold(), dims));

impl<T: Real, F: Slopes<T>> Backward<T> for Pair<F> {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn backward(&self, at: &Step<'_, T>, mut grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let Pair(f, [left, right, out]) = self;
        let (a, b) = (at.elements(0), at.elements(1));
        let joint = Joint { out, operands: [left, right], elements: [&a, &b] };
        if to.wants(1) {
            to.accumulate(1, |to| joint.add_stretched(grad.as_slice(), right, to, |a, b| f.slopes(a, b)[1]));
        }
        if to.wants(0) {
            if left.sizes == out.sizes && right.sizes == out.sizes {
                back::each(grad.as_mut_slice(), &a, &b, |g, a, b| g * f.slopes(a, b)[0]);
                to.give(0, grad);
            } else {
                to.accumulate(0, |to| joint.add_stretched(grad.as_slice(), left, to, |a, b| f.slopes(a, b)[0]));
                to.free(grad);
            }
        }
    }
}

/// The function of each pair of elements of two operands, with broadcasting.
#[inline]
pub(crate) fn pair<T, L, R, Y, Z, K, F>(
    left: View<'_, T, L, Y, K>,
    right: View<'_, T, R, Z, K>,
    f: F,
) -> Tensor<T, Broadcasted<L, R>, K>
where
    T: Clone,
    L: Shape + Broadcast<R>,
    R: Shape,
    Y: Layout<L>,
    Z: Layout<R>,
    K: Kind<T>,
    F: Slopes<T>,
{
    let shape = run_time::broadcast(left.shape(), right.shape());
    let back = Pair(f.clone(), [left.shape().dims(), right.shape().dims(), shape.dims()]);
    Tensor::made(K::apply((left, right), shape, |(left, right)| expr::binary(&left, &right, f).0, back), shape)
}

/// As [`pair`], in the memory of the left side, if the result has its shape.
#[inline]
pub(crate) fn pair_into<T, L, R, Z, K, F>(
    left: Tensor<T, L, K>,
    right: View<'_, T, R, Z, K>,
    f: F,
) -> Tensor<T, Broadcasted<L, R>, K>
where
    T: Clone,
    L: Shape + Broadcast<R>,
    R: Shape,
    Z: Layout<R>,
    K: Kind<T>,
    F: Slopes<T>,
{
    let shape = left.shape();
    match (K::reuse(left.into_storage()), right.read()) {
        (Ok((memory, made)), Some(right)) => {
            let (buffer, shape) = expr::binary_into(memory, shape, &right, f);
            Tensor::made(made(buffer), shape)
        }
        (Ok((memory, made)), None) => pair(View::of(&made(memory), shape), right, f),
        (Err(storage), _) => pair(View::of(&storage, shape), right, f),
    }
}

/// As [`pair_into`], in the memory of the right side.
#[inline]
pub(crate) fn pair_into_right<T, L, R, Y, K, F>(
    left: View<'_, T, L, Y, K>,
    right: Tensor<T, R, K>,
    f: F,
) -> Tensor<T, Broadcasted<L, R>, K>
where
    T: Clone,
    L: Shape + Broadcast<R>,
    R: Shape,
    Y: Layout<L>,
    K: Kind<T>,
    F: Slopes<T>,
{
    let shape = right.shape();
    match (K::reuse(right.into_storage()), left.read()) {
        (Ok((memory, made)), Some(left)) => {
            let (buffer, shape) = expr::binary_into_right(&left, memory, shape, Swapped(f));
            Tensor::made(made(buffer), shape)
        }
        (Ok((memory, made)), None) => pair(left, View::of(&made(memory), shape), f),
        (Err(storage), _) => pair(left, View::of(&storage, shape), f),
    }
}

/// The way back of a function of each element and one value.
pub(crate) struct With<T, F>(T, F);

held!(With<T, F> where [F: Slopes<T>], |With(value, f), memory| With(value, f.hold()));

impl<T: Real, F: Slopes<T>> Backward<T> for With<T, F> {
    fn name(&self) -> &'static str {
        self.1.name()
    }

    fn backward(&self, at: &Step<'_, T>, mut grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let x = at.elements(0);
        let With(value, f) = self;
        back::each(grad.as_mut_slice(), &x, at.out, |g, x, _| g * f.slopes(x, *value)[0]);
        to.give(0, grad);
    }
}

/// The function of each element of a view and one value.
#[inline]
pub(crate) fn with<T, S, Y, K, F, O>(x: View<'_, T, S, Y, K>, value: T, f: F, shape: O) -> Tensor<T, O, K>
where
    T: Clone,
    S: Shape + Broadcast<()>,
    Y: Layout<S>,
    K: Kind<T>,
    F: Slopes<T>,
    O: Shape,
{
    let back = With(value.clone(), f.clone());
    Tensor::made(K::apply((x,), shape, |(x,)| expr::with_scalar(&x, value, f), back), shape)
}

/// As [`with`], in the tensor's own memory.
#[inline]
pub(crate) fn with_into<T, S, K, F, O>(x: Tensor<T, S, K>, value: T, f: F, to: O) -> Tensor<T, O, K>
where
    T: Clone,
    S: Shape + Broadcast<()>,
    K: Kind<T>,
    F: Slopes<T>,
    O: Shape,
{
    let shape = x.shape();
    match K::reuse(x.into_storage()) {
        Ok((memory, made)) => {
            let buffer = expr::with_scalar_into(memory, shape, value, f);
            Tensor::made(made(buffer), to)
        }
        Err(storage) => with(View::of(&storage, shape), value, f, to),
    }
}

/// The function of each element, in the tensor's own memory.
#[inline]
pub(crate) fn each_into<T, S, K, F>(x: Tensor<T, S, K>, f: F) -> Tensor<T, S, K>
where
    T: Clone,
    S: Shape,
    K: Kind<T>,
    F: Slope<T> + FnMut2<T, (), Output = T>,
{
    let shape = x.shape();
    match K::reuse(x.into_storage()) {
        Ok((memory, made)) => Tensor::made(made(expr::unary_into(memory, shape, f)), shape),
        Err(storage) => {
            let x: View<'_, T, S, RowMajor, K> = View::of(&storage, shape);
            each(&x, f)
        }
    }
}

/// The operands of a function of two, as they are read together.
struct Joint<'a, T> {
    out: &'a Dims,
    operands: [&'a Dims; 2],
    elements: [&'a [T]; 2],
}

impl<T: Real> Joint<'_, T> {
    /// The steps by which an operand of these sizes is read.
    fn steps(&self, of: &Dims) -> Strides {
        of.stretched(&of.strides(), self.out)
    }

    /// Adds gradients, each times `f` of its pair of elements, to those of the operand of these sizes.
    fn add_stretched(&self, grad: &[T], of: &Dims, to: &mut [T], f: impl Fn(T, T) -> T) {
        let steps = [self.operands[0], self.operands[1], of].map(|of| self.steps(of));
        let rank = self.out.rank;
        let steps = [&steps[0][..rank], &steps[1][..rank], &steps[2][..rank]];
        into_stretched(&self.out.sizes[..rank], steps, self.elements, grad, to, f);
    }
}
