//! Functions of elements as rules: of one operand, of two that are broadcast, of one and a value.

use crate::expr;
use crate::expr::node::{FnMut1, FnMut2};
use crate::kind::{Kind, Rule};
use crate::shape::broadcast::{Broadcast, Broadcasted};
use crate::shape::layout::Layout;
use crate::shape::{Shape, run_time};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::{Operand, View};

/// A function of each element.
#[derive(Clone, Copy)]
pub struct Each<F>(pub F);

impl<T: Clone, S: Shape, Y: Layout<S>, F: FnMut1<T, Output = T>> Rule<T, (View<'_, T, S, Y>,)> for Each<F> {
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
    F: FnMut1<X::Elem, Output = X::Elem>,
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
    F: FnMut2<T, T, Output = T>,
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
    F: FnMut2<T, T, Output = T>,
{
    let shape = run_time::broadcast(left.shape(), right.shape());
    Tensor::made(K::apply(Pair(f), (left, right), shape), shape)
}

/// A function of each element and one value.
#[derive(Clone, Copy)]
pub struct With<T, F>(pub T, pub F);

impl<T: Clone, S: Shape, Y: Layout<S>, F: FnMut2<T, T, Output = T>> Rule<T, (View<'_, T, S, Y>,)> for With<T, F>
where
    S: Broadcast<()>,
{
    #[inline]
    fn forward(self, (x,): (View<'_, T, S, Y>,)) -> Buffer<T> {
        expr::with_scalar(&x, self.0, self.1)
    }
}
