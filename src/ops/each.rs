//! Functions of elements as rules: of one operand, of two that are broadcast, of one and a value.

use super::Swapped;
use super::slope::{Slope, Slopes};
use crate::expr;
use crate::expr::node::FnMut2;
use crate::kind::{Kind, Rule};
use crate::shape::broadcast::{Broadcast, Broadcasted};
use crate::shape::layout::{Layout, RowMajor};
use crate::shape::{Shape, run_time};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::{Operand, View};

/// A function of each element.
#[derive(Clone)]
pub struct Each<F>(pub F);

impl<T: Clone, S: Shape, Y: Layout<S>, F: Slope<T>> Rule<T, (View<'_, T, S, Y>,)> for Each<F> {
    #[inline]
    fn forward(self, (x,): (View<'_, T, S, Y>,)) -> Buffer<T> {
        expr::unary(&x, self.0)
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
    Tensor::made(X::Kind::apply(Each(f), (x,), x.shape()), x.shape())
}

/// A function of each pair of elements.
#[derive(Clone, Copy)]
pub struct Pair<F>(pub F);

impl<T: Clone, L, R, Y, Z, F> Rule<T, (View<'_, T, L, Y>, View<'_, T, R, Z>)> for Pair<F>
where
    L: Shape + Broadcast<R>,
    R: Shape,
    Y: Layout<L>,
    Z: Layout<R>,
    F: Slopes<T>,
{
    #[inline]
    fn forward(self, (x, y): (View<'_, T, L, Y>, View<'_, T, R, Z>)) -> Buffer<T> {
        expr::binary(&x, &y, self.0).0
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
    Tensor::made(K::apply(Pair(f), (left, right), shape), shape)
}

/// As [`pair`], in the memory of the left side, if the result has its shape.
#[inline]
pub(crate) fn pair_into<T, L, R, Z, K, F>(left: Tensor<T, L, K>, right: View<'_, T, R, Z, K>, f: F) -> Tensor<T, Broadcasted<L, R>, K>
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
pub(crate) fn pair_into_right<T, L, R, Y, K, F>(left: View<'_, T, L, Y, K>, right: Tensor<T, R, K>, f: F) -> Tensor<T, Broadcasted<L, R>, K>
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

/// A function of each element and one value.
#[derive(Clone)]
pub struct With<T, F>(pub T, pub F);

impl<T, S, Y, F> Rule<T, (View<'_, T, S, Y>,)> for With<T, F>
where
    T: Clone,
    S: Shape + Broadcast<()>,
    Y: Layout<S>,
    F: Slopes<T>,
{
    #[inline]
    fn forward(self, (x,): (View<'_, T, S, Y>,)) -> Buffer<T> {
        expr::with_scalar(&x, self.0, self.1)
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
    Tensor::made(K::apply(With(value, f), (x,), shape), shape)
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
