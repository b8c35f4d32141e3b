//! The handle of a running step, by which tensors come onto the tape.

use core::marker::PhantomData;

use crate::kind::traced::Scope;
use crate::kind::{Kind, Real, Traced};
use crate::nn::{Param, TapeIndices};
use crate::ops::Copies;
use crate::shape::Shape;
use crate::shape::diagnostics::IndexNumber;
use crate::shape::diagnostics::texts::texts;
use crate::shape::layout::Layout;
use crate::shape::list::Exactly;
use crate::shape::verdict::Concrete;
use crate::tensor::Tensor;
use crate::view::{Operand, Values, View};

/// A tensor of the shape of `X` on a tape of `T`, which are its elements.
pub type Recorded<'t, X, T = f32> = <<X as Operand>::Elem as RecordedAs<T>>::Tensor<<X as Operand>::Shape, Traced<'t>>;

/// The indices of `X` on a tape of `T`.
pub type RecordedIndices<'t, X, T = f32> = TapeIndices<
    't,
    View<'t, <<X as Operand>::Elem as TapeIndex>::Index, <X as Operand>::Shape, <X as Operand>::Layout>,
    T,
>;

texts! {
    /// An element that indexes what is on a tape: any integer. No program implements it.
    message "indices are integers, not `{Self}`"
    label "these indices are of `{Self}`; any integer of up to 64 bits will do"
    note "of floats, `x.map(|x| x as usize)` makes indices, before the step"
    pub trait TapeIndex: IndexNumber {
        /// The element itself; of what is no integer it stays open, so that what looks up says nothing of it.
        type Index: IndexNumber;
        #[doc(hidden)]
        fn same<S: Shape, Y: Layout<S>>(x: View<'_, Self, S, Y>) -> View<'_, Self::Index, S, Y>;
    }
}
#[diagnostic::do_not_recommend]
impl<I: IndexNumber> TapeIndex for I {
    type Index = <I as Concrete>::Itself;
    #[inline(always)]
    fn same<S: Shape, Y: Layout<S>>(x: View<'_, I, S, Y>) -> View<'_, I, S, Y> {
        x
    }
}

/// Elements of what a tape of `T` records: these. No program implements it.
#[diagnostic::on_unimplemented(
    message = "a tape of `{T}` records no tensors of `{Self}`",
    label = "a tensor of `{T}` is needed",
    note = "classes, indices and masks stay eager: `logits.cross_entropy(&y)`; ids go in by `tape.indices(&ids)`; other numbers by `y.cast::<{T}>()`"
)]
pub trait RecordedAs<T>: Exactly<T> + Sized {
    /// A tensor of them.
    type Tensor<S: Shape, K: Kind<T>>;
    #[doc(hidden)]
    fn same<S: Shape, Y: Layout<S>>(x: View<'_, Self, S, Y>) -> View<'_, T, S, Y>;
    #[doc(hidden)]
    fn tensor<S: Shape, K: Kind<T>>(x: Tensor<T, S, K>) -> Self::Tensor<S, K>;
}
#[diagnostic::do_not_recommend]
impl<T> RecordedAs<T> for T {
    type Tensor<S: Shape, K: Kind<T>> = Tensor<T, S, K>;
    #[inline(always)]
    fn same<S: Shape, Y: Layout<S>>(x: View<'_, T, S, Y>) -> View<'_, T, S, Y> {
        x
    }
    #[inline(always)]
    fn tensor<S: Shape, K: Kind<T>>(x: Tensor<T, S, K>) -> Tensor<T, S, K> {
        x
    }
}

/// The handle of a running step: what a closure of [`Tape::value_and_grad`](super::Tape::value_and_grad) gets.
pub struct Tracer<'t, 'env: 't, T = f32> {
    pub(super) scope: &'t Scope<'t, T>,
    env: PhantomData<fn(&'env ()) -> &'env ()>,
}

impl<T> Clone for Tracer<'_, '_, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Tracer<'_, '_, T> {}

impl<'t, 'env: 't, T: Real> Tracer<'t, 'env, T> {
    pub(super) fn new(scope: &'t Scope<'t, T>) -> Self {
        Tracer { scope, env: PhantomData }
    }

    /// A tensor or view from outside the closure, on the tape: a constant, unless it is what the gradient is asked of. No copy of what lies row
    /// by row. What was made inside of the closure comes in by [`constant`](Self::constant).
    ///
    /// ```
    /// use shaped::{grad::value_and_grad, prelude::*};
    /// let x = tensor![1.0f32, 2.0, 3.0];
    /// let (value, gradient) = value_and_grad(&x, |tape| tape.input(&x).square().sum_all());
    /// assert_eq!((value, gradient.into_inner()), (14.0, tensor![2.0, 4.0, 6.0]));
    /// ```
    pub fn input<X: Values<Elem: RecordedAs<T>>>(self, x: &'t X) -> Recorded<'t, X, T> {
        let view = RecordedAs::same(x.view());
        let tensor = match view.as_block() {
            Some(elements) => Tensor::made(self.scope.known(elements).held(), view.shape()),
            None => self.copied(&view),
        };
        <X::Elem as RecordedAs<T>>::tensor(tensor)
    }

    /// The numbers of a tensor or view as a constant of the tape. Copies them.
    pub fn constant<X: Values<Elem: RecordedAs<T>>>(self, x: &X) -> Recorded<'t, X, T> {
        <X::Elem as RecordedAs<T>>::tensor(self.copied(&RecordedAs::same(x.view())))
    }

    fn copied<S: Shape, Y: Layout<S>>(self, x: &View<'_, T, S, Y>) -> Tensor<T, S, Traced<'t>> {
        let copy = x.to_tensor();
        let shape = copy.shape();
        Tensor::made(self.scope.constant(copy.into_buffer()), shape)
    }

    /// Indices from outside the closure, for an [`Embedding`](crate::nn::Embedding) on the tape. No copy.
    ///
    /// ```
    /// use shaped::{grad::value_and_grad, nn::Embedding, prelude::*};
    /// let (table, ids) = (Embedding::<dim!(4), dim!(2)>::default(), tensor![3, 1, 3]);
    /// let (_, gradient) = value_and_grad(&table, |tape| table.forward(&tape.indices(&ids)).sum_all());
    /// assert_eq!(gradient.weight.value(), &tensor![[0.0, 0.0], [1.0, 1.0], [0.0, 0.0], [2.0, 2.0]]);
    /// ```
    pub fn indices<X: Values<Elem: TapeIndex>>(self, ids: &'t X) -> RecordedIndices<'t, X, T> {
        TapeIndices::new(TapeIndex::same(ids.view()), self.scope.lent(&[]))
    }

    /// A parameter as a tensor on the tape. No copy.
    ///
    /// ```
    /// use shaped::{grad::value_and_grad, nn::Param, prelude::*};
    /// let weight = Param::new(tensor![3.0f32, 4.0]);
    /// let (_, gradient) = value_and_grad(&weight, |tape| tape.parameter(&weight).square().sum_all() * 0.5);
    /// assert_eq!(gradient, weight);
    /// ```
    pub fn parameter<S: Shape>(self, parameter: &'t Param<S, T>) -> Tensor<T, S, Traced<'t>> {
        let tensor = parameter.value();
        Tensor::made(self.scope.known(tensor.as_slice()).held(), tensor.shape())
    }
}
