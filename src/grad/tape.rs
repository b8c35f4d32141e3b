//! `Tape`: a step forward and back.

// Circle with anomaly.rs: a tape has a checked step, which is one of the tape's.

use alloc::vec::Vec;

use super::anomaly::Checked;
use super::tracer::Tracer;
use crate::kind::traced::{Held, Scope};
use crate::kind::watch::Watch;
use crate::kind::{Real, Traced};
use crate::nn::gradient::Gradient;
use crate::nn::{Parameters, Role, Trained};
use crate::shape::Shape;
use crate::shape::diagnostics::OneNumber;
use crate::storage::{Arena, Buffer, Steps};
use crate::tensor::Tensor;

/// Memory for gradients of a model `M`, kept from one step to the next: after two of them nothing is allocated. The [`Gradient`] has the fields of an `M`.
///
/// A step keeps what its way back reads: a value that the program has dropped, and that no recorded operation reads on its way back, is given
/// back at once, and so is a gradient that was handed on. Where nobody needs the elements of an owned tensor any more, functions and operators
/// work in its memory. So `let y = norm.forward(&(x + y))` holds less than the same in two `let`s whose first one lives on.
///
/// A parameter that is not part of what [`value_and_grad`](Tape::value_and_grad) is given is a constant: that is how parts of a model are
/// frozen. What PyTorch reports at run time does not compile here: weights that change between the ways forward and back, a second way back, a
/// loss that is no single number, a value kept beyond its step, a gradient of another model; and there is no `zero_grad` to forget.
///
/// ```
/// use shaped::{grad::Tape, nn::Param, prelude::*};
/// let weight = Param::new(tensor![[1.0f32, 2.0], [3.0, 4.0]]);
/// let x = tensor![1.0f32, -1.0];
/// let mut tape = Tape::new(&weight);
/// let (loss, gradient) = tape.value_and_grad(&weight, |tape| tape.input(&x).matmul(&weight).sum_all());
/// assert_eq!((loss, gradient.value()), (-4.0, &tensor![[1.0, 1.0], [-1.0, -1.0]]));
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{grad::Tape, nn::Param, prelude::*};
/// let weight = Param::new(tensor![[1.0f32, 2.0], [3.0, 4.0]]);
/// let x = tensor![1.0f32, -1.0];
/// let mut tape = Tape::new(&weight);
/// tape.value_and_grad(&weight, |tape| tape.input(&x).matmul(&weight)); // a loss of shape `[2]`
/// ```
pub struct Tape<M, T = f32> {
    memory: Arena<T>,
    /// What steps took from the allocator, and do not need now.
    blocks: Steps,
    bytes: usize,
    gradient: Gradient<M>,
    /// Gradients that are under way: kept for their room.
    slots: Vec<Option<Buffer<T>>>,
    seed: Option<u64>,
}

impl<M: Trained<T>, T: Real> Tape<M, T> {
    /// A tape for gradients of models like this one.
    pub fn new(model: &M) -> Self {
        Tape {
            memory: Arena::of_numbers(),
            blocks: Steps::new(),
            bytes: 0,
            gradient: Gradient::new(model.clone()),
            slots: Vec::new(),
            seed: None,
        }
    }

    /// From now on layers train: dropout drops, by random numbers from this seed, and batch norm takes the statistics of its batch. PyTorch's
    /// `model.train()`.
    pub fn train(&mut self, seed: u64) {
        self.seed = Some(seed);
    }

    /// From now on layers compute as they do in a trained model. PyTorch's `model.eval()`.
    pub fn eval(&mut self) {
        self.seed = None;
    }

    /// The next step stops at the first NaN, and says which operation made it: for a loss or a gradient that is not finite. PyTorch's
    /// `torch.autograd.detect_anomaly()`.
    ///
    /// Each result and each gradient is read once more, which takes about as long as adding it to another; operations are counted from 1 on,
    /// and named as the program calls them. With `RUST_BACKTRACE=1` the error knows where in the program it was, too. A step that is not
    /// checked costs nothing more: there, a loss that is no number is what `value_and_grad` gives, to be compared by `is_finite`.
    ///
    /// An infinite number is an error only where the value or a gradient is: attention masks may hold some.
    ///
    /// ```
    /// use shaped::{grad::Tape, nn::Param, prelude::*};
    /// let weight = Param::new(tensor![[1.0f32, 0.0], [3.0, -4.0]]);
    /// let mut tape = Tape::new(&weight);
    /// let loss = tape.value_and_grad(&weight, |tape| tape.parameter(&weight).relu().ln().sum_all()).0;
    /// assert!(!loss.is_finite());
    ///
    /// let checked = tape.checked().value_and_grad(&weight, |tape| tape.parameter(&weight).relu().ln().sum_all());
    /// let anomaly = checked.unwrap_err();
    /// assert_eq!(anomaly.to_string(), "an infinite number, made by `ln` of [2, 2], operation 2 of the step");
    /// assert_eq!(anomaly.operation(), Some("ln"));
    /// ```
    ///
    /// A step has an error, which is not to be passed over:
    ///
    /// ```compile_fail,E0308
    /// use shaped::{grad::Tape, nn::Param, prelude::*};
    /// let weight = Param::new(tensor![1.0f32, 2.0]);
    /// let mut tape = Tape::new(&weight);
    /// let (loss, gradient) = tape.checked().value_and_grad(&weight, |tape| tape.parameter(&weight).ln().sum_all());
    /// ```
    pub fn checked(&mut self) -> Checked<'_, M, T> {
        Checked(self)
    }

    /// How many bytes the last step needed at most: for values that were in use at a time, and for gradients that were under way. The gradient that
    /// it gave is not part of it.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The value of `f`, and its gradient by every parameter of the model. What goes into the model is on the tape, `tape.input(&x)`: else the loss
    /// is a plain number (`expected Tensor<f32, _, Traced<'_>>, found f32`). JAX's `value_and_grad(f)(model)`; PyTorch's `zero_grad()`, `f()` and
    /// `backward()`. Where nothing leads from a parameter to the value, its gradient is 0; the gradient of a [`Buffer`](crate::nn::Buffer) is its
    /// next value.
    ///
    /// # Panics
    /// If nothing leads from the whole model to the value: another model was handed in than the one that was computed with, or a copy.
    #[track_caller]
    pub fn value_and_grad<'env, S, F>(&mut self, model: &'env M, f: F) -> (T, &mut Gradient<M>)
    where
        F: for<'t> FnOnce(Tracer<'t, 'env, T>) -> Tensor<T, S, Traced<'t>>,
        S: Shape + OneNumber<S::Shown>,
    {
        let (value, (), gradient) = self.value_and_grad_with(model, |tape| (f(tape), ()));
        (value, gradient)
    }

    /// The gradient alone. JAX's `grad(f)(model)`.
    ///
    /// # Panics
    /// As [`value_and_grad`](Self::value_and_grad).
    #[track_caller]
    pub fn grad<'env, S, F>(&mut self, model: &'env M, f: F) -> &mut Gradient<M>
    where
        F: for<'t> FnOnce(Tracer<'t, 'env, T>) -> Tensor<T, S, Traced<'t>>,
        S: Shape + OneNumber<S::Shown>,
    {
        self.value_and_grad(model, f).1
    }

    /// As [`value_and_grad`](Self::value_and_grad), and what else `f` gives, in the middle: the number of right answers, a hidden state. JAX's
    /// `value_and_grad(f, has_aux=True)`.
    ///
    /// ```
    /// use shaped::{grad::Tape, nn::Param, prelude::*};
    /// let weight = Param::new(tensor![1.0f32, -2.0]);
    /// let mut tape = Tape::new(&weight);
    /// let (loss, largest, gradient) = tape.value_and_grad_with(&weight, |tape| {
    ///     let squares = tape.parameter(&weight).square();
    ///     (squares.sum_all(), squares.value().max_all())
    /// });
    /// assert_eq!((loss, largest, gradient.as_slice()), (5.0, 4.0, &[2.0, -4.0][..]));
    /// ```
    ///
    /// # Panics
    /// As [`value_and_grad`](Self::value_and_grad).
    #[track_caller]
    pub fn value_and_grad_with<'env, A, S, F>(&mut self, model: &'env M, f: F) -> (T, A, &mut Gradient<M>)
    where
        F: for<'t> FnOnce(Tracer<'t, 'env, T>) -> (Tensor<T, S, Traced<'t>>, A),
        S: Shape + OneNumber<S::Shown>,
    {
        self.step(model, false, None, f)
    }

    /// As [`value_and_grad`](Self::value_and_grad), added to the gradient that is there: of batches too large for memory. PyTorch's `backward()`
    /// without `zero_grad()`.
    ///
    /// ```
    /// use shaped::{grad::Tape, nn::Param, prelude::*};
    /// let weight = Param::new(tensor![1.0f32, -2.0]);
    /// let mut tape = Tape::new(&weight);
    /// tape.value_and_grad(&weight, |tape| tape.parameter(&weight).sum_all());
    /// let (_, gradient) = tape.accumulate(&weight, |tape| tape.parameter(&weight).square().sum_all());
    /// assert_eq!(gradient.as_slice(), [3.0, -3.0]);
    /// ```
    ///
    /// # Panics
    /// As [`value_and_grad`](Self::value_and_grad).
    #[track_caller]
    pub fn accumulate<'env, S, F>(&mut self, model: &'env M, f: F) -> (T, &mut Gradient<M>)
    where
        F: for<'t> FnOnce(Tracer<'t, 'env, T>) -> Tensor<T, S, Traced<'t>>,
        S: Shape + OneNumber<S::Shown>,
    {
        let (value, (), gradient) = self.step(model, true, None, |tape| (f(tape), ()));
        (value, gradient)
    }

    /// As [`value_and_grad`](Self::value_and_grad), of a model that is there for the step alone, and is handed to the function.
    #[track_caller]
    pub(super) fn value_of<'env, S, F>(&mut self, model: &M, f: F) -> T
    where
        F: for<'t> FnOnce(Tracer<'t, 'env, T>, &'t M) -> Tensor<T, S, Traced<'t>>,
        S: Shape + OneNumber<S::Shown>,
    {
        let mut f = Some(f);
        self.run(model, false, None, &mut |tape, model| f.take().expect("called once")(tape, model).into_storage())
    }

    /// The gradient that was computed last.
    pub(super) fn into_gradient(self) -> Gradient<M> {
        self.gradient
    }

    /// As [`into_gradient`](Self::into_gradient), to be changed.
    pub(super) fn gradient_mut(&mut self) -> &mut Gradient<M> {
        &mut self.gradient
    }

    #[track_caller]
    pub(super) fn step<'env, A, S, F>(
        &mut self,
        model: &'env M,
        add: bool,
        watch: Option<&Watch>,
        f: F,
    ) -> (T, A, &mut Gradient<M>)
    where
        F: for<'t> FnOnce(Tracer<'t, 'env, T>) -> (Tensor<T, S, Traced<'t>>, A),
        S: Shape + OneNumber<S::Shown>,
    {
        let (mut f, mut aux) = (Some(f), None);
        let value = self.run(model, add, watch, &mut |tape, _| {
            let (loss, more) = f.take().expect("called once")(tape);
            aux = Some(more);
            loss.into_storage()
        });
        (value, aux.expect("the closure was called"), &mut self.gradient)
    }

    /// A step in the memory that the tape keeps, which has all of it back at the end.
    #[track_caller]
    fn run<'env>(&mut self, model: &M, add: bool, watch: Option<&Watch>, f: &mut Forward<'_, 'env, M, T>) -> T {
        let Tape { memory, blocks, bytes, gradient, slots, seed } = self;
        let running = blocks.begin();
        // Of a step that ended by a panic.
        memory.reset();
        let value = run(memory, model, gradient, Kept { slots, seed, watch }, add, &mut |tape| f(tape, model));
        *bytes = memory.bytes() + running.bytes();
        memory.reset();
        value
    }
}

/// The way forward, of a tape and the model as the step borrows it, to the value.
type Forward<'a, 'env, M, T> = dyn for<'t> FnMut(Tracer<'t, 'env, T>, &'t M) -> Held<'t, T> + 'a;

/// What stays from one step to the next, of lists their room; and who watches the step.
struct Kept<'a, 't, T> {
    slots: &'a mut Vec<Option<Buffer<T>>>,
    seed: &'a mut Option<u64>,
    watch: Option<&'t Watch>,
}

/// A step forward and back, compiled once for all models and closures.
#[track_caller]
fn run<'t, 'env: 't, T: Real>(
    memory: &'t Arena<T>,
    model: &'t dyn Parameters<T>,
    gradient: &'t mut dyn Parameters<T>,
    kept: Kept<'_, 't, T>,
    add: bool,
    f: &mut dyn FnMut(Tracer<'t, 'env, T>) -> Held<'t, T>,
) -> T {
    let mut count = 0;
    model.visit(&mut |_, _| count += 1);
    let none: &'t [T] = &[];
    let parameters: &'t mut [&'t [T]] = memory.alloc_with(count, |_| none);
    let mut i = 0;
    model.visit(&mut |_, elements: &'t [T]| {
        parameters[i] = elements;
        i += 1;
    });
    let parameters: &'t [&'t [T]] = parameters;
    // Of which gradients are asked: where they go, and whether anything is there.
    let own: &mut [(&'t mut [T], bool)] = memory.alloc_with(count, |_| (&mut [][..], false));
    let roles: &mut [Role] = memory.alloc_with(count, |_| Role::Learned);
    let mut i = 0;
    gradient.visit_mut(&mut |role, elements: &'t mut [T]| {
        assert!(elements.len() == parameters[i].len(), "a model of other sizes than the one that the tape is of");
        own[i] = (elements, add && role != Role::Statistic);
        roles[i] = role;
        i += 1;
    });
    assert!(i == count, "a model of other parts than the one that the tape is of");
    let roles: &'t [Role] = roles;
    let scope: &'t Scope<'t, T> = memory.alloc(Scope::new(memory, parameters, roles, *kept.seed, kept.watch));
    let loss = f(Tracer::new(scope));
    *kept.seed = scope.next_seed();
    let value = loss.elements()[0];
    if kept.watch.is_some_and(|watch| watch.has_nan() || !value.is_finite()) {
        return value;
    }
    kept.slots.clear();
    let reached = scope.backward(&loss, Buffer::filled(1, T::one()), own, kept.slots);
    assert!(reached, "nothing leads from the model to the value: was it computed with another model, or with a copy?");
    let unreached = own.iter_mut().zip(parameters).zip(roles).filter(|(((_, filled), _), _)| !filled);
    for (((there, _), now), role) in unreached {
        match role {
            Role::Learned => there.fill(T::zero()),
            // There is no news of it.
            Role::Statistic => there.copy_from_slice(now),
        }
    }
    value
}

/// The value of a function of a model, and its gradient, once: a loop keeps a [`Tape`]. JAX's `value_and_grad(f)(model)`.
///
/// ```
/// use shaped::{grad::value_and_grad, prelude::*};
/// let x = tensor![1.0f64, 2.0];
/// let (value, gradient) = value_and_grad(&x, |tape| tape.input(&x).exp().sum_all());
/// assert!((value - (1f64.exp() + 2f64.exp())).abs() < 1e-12);
/// assert!(gradient.all_close(&x.exp(), 1e-12, 0.0));
/// ```
///
/// # Panics
/// As [`Tape::value_and_grad`].
#[track_caller]
pub fn value_and_grad<'env, M, T, S, F>(model: &'env M, f: F) -> (T, Gradient<M>)
where
    M: Trained<T>,
    T: Real,
    F: for<'t> FnOnce(Tracer<'t, 'env, T>) -> Tensor<T, S, Traced<'t>>,
    S: Shape + OneNumber<S::Shown>,
{
    let mut tape = Tape::new(model);
    let value = tape.value_and_grad(model, f).0;
    (value, tape.gradient)
}

/// The gradient of a function of a model. JAX's `grad(f)(model)`.
///
/// ```
/// use shaped::{grad::grad, prelude::*};
/// let x = tensor![1.0f64, 2.0];
/// assert_eq!(grad(&x, |tape| tape.input(&x).square().sum_all()), tensor![2.0, 4.0]);
/// ```
///
/// # Panics
/// As [`Tape::value_and_grad`].
#[track_caller]
pub fn grad<'env, M, T, S, F>(model: &'env M, f: F) -> Gradient<M>
where
    M: Trained<T>,
    T: Real,
    F: for<'t> FnOnce(Tracer<'t, 'env, T>) -> Tensor<T, S, Traced<'t>>,
    S: Shape + OneNumber<S::Shown>,
{
    value_and_grad(model, f).1
}
