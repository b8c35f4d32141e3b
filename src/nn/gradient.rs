//! `Gradient`: what is like a model, and is none. It stands here, below the optimizers that take it, and is part of `grad`, which gives it.

use core::ops::{Add, Deref, DerefMut, Div, Mul, Neg, Sub};

use super::parameters::{Parameters, parameters_of};

/// The gradient of a loss by every parameter of a model `M`: it has the model's fields, each the derivative by what stands there, and is no model to
/// an optimizer. PyTorch's `parameter.grad` of all parameters.
///
/// A [`Tape`](crate::grad::Tape) gives it. What changes gradients alone, as [`clip_grad_norm`](crate::optim::clip_grad_norm), takes nothing else, and
/// a step takes a model and a gradient, in this order.
///
/// ```
/// use shaped::{grad::value_and_grad, nn::Param, optim::Sgd, prelude::*};
/// let mut weight = Param::new(tensor![1.0f32, -2.0]);
/// let (_, mut gradient) = value_and_grad(&weight, |tape| tape.parameter(&weight).square().sum_all());
/// assert_eq!(gradient.value(), &tensor![2.0, -4.0]);
/// Sgd::new(&weight, 0.5).step(&mut weight, &mut gradient);
/// assert_eq!(weight.value(), &tensor![0.0, 0.0]);
/// ```
///
/// That of a tensor stands on the left of an operator as the tensor does: `&x - gradient * 0.1`.
///
/// The other way round a step does not compile:
///
/// ```compile_fail,E0308
/// use shaped::{grad::value_and_grad, nn::Param, optim::Sgd, prelude::*};
/// let mut weight = Param::new(tensor![1.0f32, -2.0]);
/// let (_, mut gradient) = value_and_grad(&weight, |tape| tape.parameter(&weight).square().sum_all());
/// Sgd::new(&weight, 0.5).step(&mut gradient, &mut weight);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[repr(transparent)]
pub struct Gradient<M> {
    // With a name, since models have a field `0`.
    numbers: M,
}

impl<M> Gradient<M> {
    /// Numbers of a program's own as a gradient: a model's worth of them.
    ///
    /// ```
    /// use shaped::{grad::Gradient, nn::Param, optim::Sgd, prelude::*};
    /// let mut weight = Param::new(tensor![1.0f32, 2.0]);
    /// let mut gradient = Gradient::new(Param::new(tensor![2.0f32, 4.0]));
    /// Sgd::new(&weight, 0.5).step(&mut weight, &mut gradient);
    /// assert_eq!(weight.value(), &tensor![0.0, 0.0]);
    /// ```
    pub fn new(numbers: M) -> Self {
        Gradient { numbers }
    }

    /// What it is made of: for a tensor to compute with. No copy.
    ///
    /// ```
    /// use shaped::{grad::grad, prelude::*};
    /// let x = tensor![1.0f64, 2.0];
    /// let slope = grad(&x, |tape| tape.input(&x).square().sum_all()).into_inner();
    /// assert_eq!(&x - slope * 0.25, tensor![0.5, 1.0]);
    /// ```
    pub fn into_inner(self) -> M {
        self.numbers
    }

    /// The gradient by a part of the model, for an optimizer of that part. PyTorch's groups of parameters. No copy.
    ///
    /// ```
    /// use shaped::{grad::grad, nn::Param, optim::Sgd, prelude::*};
    /// let mut model = (Param::new(tensor![1.0f32]), Param::new(tensor![2.0f32]));
    /// let mut gradient = grad(&model, |tape| (tape.parameter(&model.0) * &model.1).sum_all());
    /// Sgd::new(&model.1, 0.5).step(&mut model.1, gradient.part(|model| &mut model.1));
    /// assert_eq!((model.0.as_slice(), model.1.as_slice()), (&[1.0][..], &[1.5][..]));
    /// ```
    pub fn part<P>(&mut self, part: impl FnOnce(&mut M) -> &mut P) -> &mut Gradient<P> {
        Gradient::of_mut(part(&mut self.numbers))
    }

    #[allow(unsafe_code)] // one reference for another
    fn of_mut(numbers: &mut M) -> &mut Self {
        // SAFETY: `repr(transparent)`: a `Gradient<M>` is laid out as its one field, an `M`, and any `M` may stand in it.
        unsafe { &mut *core::ptr::from_mut(numbers).cast::<Self>() }
    }
}

impl<M> Deref for Gradient<M> {
    type Target = M;
    fn deref(&self) -> &M {
        &self.numbers
    }
}

impl<M> DerefMut for Gradient<M> {
    fn deref_mut(&mut self) -> &mut M {
        &mut self.numbers
    }
}

impl<M: PartialEq> PartialEq<M> for Gradient<M> {
    fn eq(&self, numbers: &M) -> bool {
        self.numbers == *numbers
    }
}

#[diagnostic::do_not_recommend]
impl<T, M: Parameters<T>> Parameters<T> for Gradient<M> {
    parameters_of! { T, M, numbers }
    fn structs(&self, prefix: &str, found: &mut dyn FnMut(&str, &'static str)) {
        self.numbers.structs(prefix, found);
    }
}

/// What a gradient is made of, on the left of an operator.
macro_rules! operators {
    ($($operator:ident $f:ident)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<M: $operator<R>, R> $operator<R> for Gradient<M> {
            type Output = M::Output;
            fn $f(self, right: R) -> M::Output {
                self.numbers.$f(right)
            }
        }
        #[diagnostic::do_not_recommend]
        impl<'a, M, R> $operator<R> for &'a Gradient<M>
        where
            &'a M: $operator<R>,
        {
            type Output = <&'a M as $operator<R>>::Output;
            fn $f(self, right: R) -> Self::Output {
                (&self.numbers).$f(right)
            }
        }
    )* };
}
operators! { Add add Sub sub Mul mul Div div }

#[diagnostic::do_not_recommend]
impl<M: Neg> Neg for Gradient<M> {
    type Output = M::Output;
    fn neg(self) -> M::Output {
        -self.numbers
    }
}
#[diagnostic::do_not_recommend]
impl<'a, M> Neg for &'a Gradient<M>
where
    &'a M: Neg,
{
    type Output = <&'a M as Neg>::Output;
    fn neg(self) -> Self::Output {
        -&self.numbers
    }
}
