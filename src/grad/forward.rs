//! Derivatives along a direction: forward mode, by dual numbers as elements.

use alloc::vec::Vec;

use super::tape::Tape;
use super::tracer::Tracer;
use crate::kernels::dual::Dual;
use crate::kind::{Real, Traced};
use crate::nn::{Converts, Parameters};
use crate::shape::Shape;
use crate::shape::diagnostics::OneNumber;
use crate::tensor::Tensor;

/// A model of dual numbers: the parameters of this one, whose slopes are the direction's. What is computed of it knows its derivative along the
/// direction: what [`jvp`] and [`hvp`] do with it, and a [`Tape`] of `Dual`s.
///
/// # Panics
/// If the direction has other sizes than the model.
pub fn along<M: Converts<T, Dual<T>>, T: Real>(model: &M, direction: &M) -> M::Converted {
    let mut dual = model.convert(&mut |x| Dual::constant(*x));
    let mut slopes: Vec<&[T]> = Vec::new();
    direction.visit(&mut |_, elements| slopes.push(elements));
    let mut slopes = slopes.into_iter();
    dual.visit_mut(&mut |_, to| {
        let from = slopes.next().filter(|from| from.len() == to.len()).expect("a direction of the model's sizes");
        to.iter_mut().zip(from).for_each(|(to, from)| to.slope = *from);
    });
    assert!(slopes.next().is_none(), "a direction of the model's sizes");
    dual
}

/// The value of a function of a model, and its derivative along a direction, which is a model of the same type. JAX's `jax.jvp(f, (model,),
/// (direction,))`, PyTorch's `torch.func.jvp`.
///
/// Forward mode: the function is computed once, over [`Dual`] numbers, in about twice to four times the time of the generic loops; those of
/// `f32` and `f64`, which are written for the CPU's vectors, do not serve it. The function takes the model of dual numbers; other tensors come in by
/// `x.map(Dual::constant)`. All operations that are of any float serve it, layers, norms, convolutions and losses among them; where the function uses
/// one that is of `f32` alone, or a struct of layers that is declared for `f32` alone, it does not compile. At a kink it has the slope of one
/// side: `relu` has 1 at 0, where the tape has 0; and of two equal maxima it has the first one's, where the tape shares.
///
/// ```
/// use shaped::{grad::{Dual, jvp}, nn::*, prelude::*};
/// let model = Linear::new(tensor![[1.0f64, 2.0]], tensor![0.5]);
/// let direction = Linear::new(tensor![[1.0f64, 0.0]], tensor![10.0]);
/// let x = tensor![[3.0f64, 4.0]].map(Dual::constant);
/// let (y, slope) = jvp(&model, &direction, |model| model.forward(&x)); // [1, 2] -> [1, 1]
/// assert_eq!((y, slope), (tensor![[11.5]], tensor![[13.0]]));
/// ```
///
/// The direction is a model of the same shapes:
///
/// ```compile_fail,E0308
/// use shaped::{grad::jvp, prelude::*};
/// jvp(&tensor![1.0f64, 2.0], &tensor![1.0f64, 2.0, 3.0], |x| x.square());
/// ```
///
/// # Panics
/// If a run-time axis has another size in the direction than in the model.
pub fn jvp<M: Converts<T, Dual<T>>, T, R, F>(model: &M, direction: &M, f: F) -> (R::Numbers, R::Numbers)
where
    T: Real,
    R: OfDual<T>,
    F: FnOnce(&M::Converted) -> R,
{
    f(&along(model, direction)).parts()
}

/// What a function gives to [`jvp`]: a tensor of dual numbers, or one. No program implements it.
pub trait OfDual<T> {
    /// The same of numbers without slopes.
    type Numbers;
    #[doc(hidden)]
    fn parts(self) -> (Self::Numbers, Self::Numbers);
}

impl<T: Real> OfDual<T> for Dual<T> {
    type Numbers = T;
    fn parts(self) -> (T, T) {
        (self.value, self.slope)
    }
}

impl<T: Real, S: Shape> OfDual<T> for Tensor<Dual<T>, S> {
    type Numbers = Tensor<T, S>;
    fn parts(self) -> (Tensor<T, S>, Tensor<T, S>) {
        (self.convert(&mut |x: &Dual<T>| x.value), self.convert(&mut |x: &Dual<T>| x.slope))
    }
}

/// The value of a loss of a model, its gradient, and the product of its second derivatives, the Hessian, with a direction: a model of the same
/// type, as the direction is. JAX's `jax.jvp(jax.grad(f), (model,), (direction,))`, PyTorch's `torch.func.hvp`; exact, in about the time of
/// four gradients of the generic loops, whatever the size of the model.
///
/// Forward over reverse: a step of a tape over dual numbers. The function takes the tape and the model of dual numbers, whose layers are
/// applied to `tape.input(&x)` as in any step, where `x` is of dual numbers, too: `x.map(Dual::constant)`. What [`jvp`] says of operations holds
/// here.
///
/// ```
/// use shaped::{grad::hvp, nn::Param, prelude::*};
/// let (x, direction) = (Param::new(tensor![1.0f64, 2.0]), Param::new(tensor![1.0f64, 0.0]));
/// // x³ + x y³: second derivatives 6 x, 3 y², 6 x y
/// let (value, gradient, product) = hvp(&x, &direction, |tape, x| {
///     let x = tape.parameter(x);
///     let (a, b) = (x.index_axis(Axis::<0>, 0), x.index_axis(Axis::<0>, 1));
///     (a.powi(3) + &a * b.powi(3)).sum_all()
/// });
/// assert_eq!(value, 9.0);
/// assert_eq!(gradient.value(), &tensor![11.0, 12.0]);
/// assert_eq!(product.value(), &tensor![6.0, 12.0]);
/// ```
///
/// A direction of another model:
///
/// ```compile_fail,E0308
/// use shaped::{grad::hvp, nn::Param, prelude::*};
/// let (x, direction) = (Param::new(tensor![1.0f64, 2.0]), Param::new(tensor![1.0f64]));
/// hvp(&x, &direction, |tape, x| tape.parameter(x).square().sum_all());
/// ```
///
/// # Panics
/// If nothing leads from the model to the value, or if a run-time axis has another size in the direction than in the model.
pub fn hvp<'env, M: Converts<T, Dual<T>>, T, S, F>(model: &M, direction: &M, f: F) -> (T, M, M)
where
    M::Converted: Converts<Dual<T>, T, Converted = M> + Clone,
    T: Real,
    Dual<T>: Real,
    F: for<'t> FnOnce(Tracer<'t, 'env, Dual<T>>, &'t M::Converted) -> Tensor<Dual<T>, S, Traced<'t>>,
    S: Shape + OneNumber<S::Shown>,
{
    let dual = along(model, direction);
    let mut tape: Tape<M::Converted, Dual<T>> = Tape::new(&dual);
    let value = tape.value_of(&dual, f);
    let gradient = tape.into_gradient().into_inner();
    (value.value, gradient.convert(&mut |x: &Dual<T>| x.value), gradient.convert(&mut |x: &Dual<T>| x.slope))
}
