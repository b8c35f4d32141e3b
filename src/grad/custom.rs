//! Operations of one's own, with gradients of one's own.

use core::any::type_name;
use core::marker::PhantomData;

use crate::kind::{Back, Backward, Gradients, Kind, Operands, Real, Step};
use crate::shape::Shape;
use crate::storage::{self, Arena, Buffer};
use crate::tensor::Tensor;
use crate::view::{Beside, Operand, View};

/// An operation of one's own, whose gradient is one's own, too: `forward` computes the result of eager views of the operands, and `backward`
/// makes of the operands, the result and the gradient of the result a gradient of each operand, of the same static shape. JAX's
/// `jax.custom_vjp`, PyTorch's `torch.autograd.Function`.
///
/// The operands are a tuple of one to three references, to tensors or views of one kind or to parameters. Of eager ones only `forward` is
/// computed. So the operation is the same in a model that infers and in one that learns, and nothing of a tape shows in its signature.
/// `backward` is called at most once for each time that the operation was recorded; what it uses besides its arguments is moved into it, and
/// `Copy`. A gradient of what is a constant is thrown away.
///
/// Copies nothing but operands that do not lie row by row, for the way back. The gradient of the result is a tensor that may be handed on.
///
/// Rounding, as if it were not there on the way back (a straight-through estimator):
///
/// ```
/// use shaped::{Kind, grad::{custom, grad}, prelude::*};
/// fn rounded<S: Shape, K: Kind>(x: &Tensor<f32, S, K>) -> Tensor<f32, S, K> {
///     custom((x,), |(x,)| x.round(), |_, _, gradient| (gradient,))
/// }
/// let x = tensor![0.4f32, 1.6];
/// assert_eq!(rounded(&x), tensor![0.0, 2.0]);
/// assert_eq!(grad(&x, |tape| rounded(&tape.input(&x)).square().sum_all()), tensor![0.0, 4.0]);
/// ```
///
/// A layer whose gradient is turned round on its way to what came before (gradient reversal), and one of two operands:
///
/// ```
/// use shaped::{grad::{custom, grad}, prelude::*};
/// let x = tensor![[1.0f64, 2.0], [3.0, 4.0]];
/// let reversed = grad(&x, |tape| {
///     custom((&tape.input(&x),), |(x,)| x.to_tensor(), |_, _, g| (g * -0.5,)).square().sum_all()
/// });
/// assert_eq!(reversed, &x * -1.0);
///
/// let model = (x, tensor![10.0f64, 100.0]);
/// let gradient = grad(&model, |tape| {
///     let (x, w) = (tape.input(&model.0), tape.input(&model.1));
///     // [2, 2] and [2] -> [2, 2]
///     custom((&x, &w), |(x, w)| x * w, |(x, w), _, g| (&g * w, (g * x).sum(Axis::<0>))).sum_all()
/// });
/// assert_eq!(gradient, (tensor![[10.0, 100.0], [10.0, 100.0]], tensor![4.0, 6.0]));
/// ```
///
/// A gradient of another shape than its operand's:
///
/// ```compile_fail,E0271
/// use shaped::{grad::{custom, grad}, prelude::*};
/// let x = tensor![[1.0f32, 2.0], [3.0, 4.0]];
/// grad(&x, |tape| custom((&tape.input(&x),), |(x,)| x.sum(Axis::<0>), |_, _, g| (g,)).sum_all());
/// ```
///
/// # Panics
/// On the way back, if a run-time axis of a gradient has another size than that of its operand.
pub fn custom<X, O, F, B>(operands: X, forward: F, backward: B) -> Tensor<X::Elem, O, X::Kind>
where
    X: CustomOperands,
    O: Shape,
    F: FnOnce(X::Views) -> Tensor<X::Elem, O>,
    B: for<'a> Fn(
            <X::Shapes as CustomShapes<X::Elem>>::Views<'a>,
            View<'a, X::Elem, O>,
            Tensor<X::Elem, O>,
        ) -> <X::Shapes as CustomShapes<X::Elem>>::Gradients
        + Copy
        + 'static,
{
    let (views, shapes) = operands.parts();
    let forward = |views| {
        let result = forward(views);
        let shape = result.shape();
        (result.into_buffer(), shape)
    };
    let back = |out| CustomBack { shapes, out, backward, elements: PhantomData };
    let (storage, shape) = X::Kind::own(views, forward, back);
    Tensor::made(storage, shape)
}

/// What [`custom`] takes: a tuple of one to three references to tensors and views of one kind, of which those behind the first may be
/// parameters. No program implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` are no operands of an operation of one's own",
    label = "a tuple of one to three references is needed: `(&x,)`, `(&x, &w)`",
    note = "all are of the same elements and the same kind; `tape.input(&y)` makes an eager tensor a constant of the tape"
)]
pub trait CustomOperands: Sized {
    /// The type of an element.
    type Elem: Clone + 'static;
    /// How they are computed.
    type Kind: Kind<Self::Elem>;
    /// Their shapes.
    type Shapes: CustomShapes<Self::Elem>;
    /// Eager views of them, as they lie.
    type Views;

    /// Views of them, of their kind.
    #[doc(hidden)]
    type Own: Operands<Self::Elem, Self::Kind, Eager = Self::Views>;
    #[doc(hidden)]
    fn parts(self) -> (Self::Own, Self::Shapes);
}

/// The shapes of [`CustomOperands`]: a tuple. No program implements it.
pub trait CustomShapes<T>: Copy + 'static {
    /// Views of the operands on the way back, row by row.
    type Views<'a>
    where
        T: 'a;
    /// The gradients: a tensor for each operand, of its shape.
    type Gradients;

    #[doc(hidden)]
    fn views<'a>(self, elements: &[&'a [T]]) -> Self::Views<'a>
    where
        T: Clone;
    /// Shows the gradients in turn.
    #[doc(hidden)]
    fn each(self, gradients: Self::Gradients, f: &mut dyn FnMut(usize, Buffer<T>));
}

/// What such an operation leaves on the tape.
struct CustomBack<Q, O, B, T> {
    shapes: Q,
    out: O,
    backward: B,
    elements: PhantomData<fn(T)>,
}

impl<T, Q, O, B> Back<T> for CustomBack<Q, O, B, T>
where
    Q: CustomShapes<T>,
    O: Shape,
    B: for<'a> Fn(Q::Views<'a>, View<'a, T, O>, Tensor<T, O>) -> Q::Gradients + Copy + 'static,
{
    fn hold<'t>(self, memory: &'t Arena<T>) -> &'t (dyn Backward<T> + 't)
    where
        T: Real,
    {
        memory.alloc(self)
    }
}

impl<T, Q, O, B> Backward<T> for CustomBack<Q, O, B, T>
where
    T: Real,
    Q: CustomShapes<T>,
    O: Shape,
    B: for<'a> Fn(Q::Views<'a>, View<'a, T, O>, Tensor<T, O>) -> Q::Gradients + Copy + 'static,
{
    fn name(&self) -> &'static str {
        type_name::<B>().trim_end_matches("::{{closure}}")
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let elements: [Option<storage::Operand<'_, T>>; 3] =
            core::array::from_fn(|i| (i < at.operands()).then(|| at.elements(i)));
        let slices = elements.each_ref().map(|one| one.as_deref().unwrap_or_default());
        let views = self.shapes.views(&slices);
        let grad = Tensor::from_parts(grad, self.out);
        let gradients = (self.backward)(views, View::over(at.out(), self.out), grad);
        self.shapes.each(gradients, &mut |i, gradient| to.give(i, gradient));
    }
}

macro_rules! operands {
    ($($first:ident $s:ident $at_first:tt $($x:ident $q:ident $at:tt)*;)*) => { $(
        impl<'a, $first, $($x),*> CustomOperands for (&'a $first, $(&'a $x,)*)
        where
            $first: Operand<Elem: Clone + 'static>,
            $($x: Beside<$first::Elem, $first::Kind>,)*
        {
            type Elem = $first::Elem;
            type Kind = $first::Kind;
            type Shapes = ($first::Shape, $($x::Size,)*);
            type Views =
                (View<'a, $first::Elem, $first::Shape, $first::Layout>, $(View<'a, $first::Elem, $x::Size, $x::Lie>,)*);

            type Own = (
                View<'a, $first::Elem, $first::Shape, $first::Layout, $first::Kind>,
                $(View<'a, $first::Elem, $x::Size, $x::Lie, $first::Kind>,)*
            );

            fn parts(self) -> (Self::Own, Self::Shapes) {
                let first = self.$at_first.view();
                let views = (first, $(self.$at.beside(first.note()),)*);
                (views, (first.shape(), $(views.$at.shape(),)*))
            }
        }

        impl<T: 'static, $s: Shape, $($q: Shape),*> CustomShapes<T> for ($s, $($q,)*) {
            type Views<'a> = (View<'a, T, $s>, $(View<'a, T, $q>,)*);
            type Gradients = (Tensor<T, $s>, $(Tensor<T, $q>,)*);

            fn views<'a>(self, elements: &[&'a [T]]) -> Self::Views<'a>
            where
                T: Clone,
            {
                (View::over(elements[$at_first], self.$at_first), $(View::over(elements[$at], self.$at),)*)
            }

            fn each(self, gradients: Self::Gradients, f: &mut dyn FnMut(usize, Buffer<T>)) {
                f($at_first, of_shape(gradients.$at_first, self.$at_first));
                $(f($at, of_shape(gradients.$at, self.$at));)*
            }
        }
    )* };
}
operands! {
    X S 0;
    X S 0 Y Q 1;
    X S 0 Y Q 1 Z P 2;
}

/// The elements of a gradient, whose sizes are those of its operand.
fn of_shape<T, S: Shape>(gradient: Tensor<T, S>, shape: S) -> Buffer<T> {
    let (found, expected) = (gradient.shape().sizes(), shape.sizes());
    let (found, expected) = (found.as_ref(), expected.as_ref());
    assert!(found == expected, "a gradient of sizes {found:?} of an operand of sizes {expected:?}");
    gradient.into_buffer()
}
