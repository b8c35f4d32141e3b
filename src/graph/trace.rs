//! `Trace`: a model run once on tensors that are only noted.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

use super::code::{Argument, Code};
use super::exchange::{Found, GraphIndices, Inputs, Outputs};
use super::program::Program;
use super::training::{OPTIMIZER, RATE, SEED, TrainStep};
use crate::hlo::{Element, ElementType, Fold, Id, Notes};
use crate::io::FileElement;
use crate::kind::graph::Value;
use crate::kind::lowering::Recorder;
use crate::kind::{Graph, Real};
use crate::nn::{Module, Parameters, Role};
use crate::optim::LoweredOptimizer;
use crate::shape::Shape;
use crate::shape::diagnostics::IndexNumber;
use crate::shape::run_time::RunTimeSizes;
use crate::tensor::Tensor;
use crate::view::Operand;

/// A model `M` of elements `T` that is run once on tensors of the kind [`Graph`](crate::Graph). JAX's `jax.jit(f).lower`, PyTorch's
/// `torch.export`.
///
/// ```
/// use shaped::{graph::Trace, nn::*, prelude::*};
/// let net = Linear::<dim!(3), dim!(2)>::default();
/// let trace = Trace::new(&net);
/// let x = trace.input::<shape![5, 3]>(());
/// let y = (net.forward(&x) * 2.0).softmax(Axis::<-1>);
/// let program = trace.program(&x, y);
/// assert!(program.stablehlo().contains("stablehlo.exponential"));
/// ```
///
/// Shapes are those of the types, and wrong ones do not compile:
///
/// ```compile_fail,E0277
/// use shaped::{graph::Trace, nn::*, prelude::*};
/// let net = Linear::<dim!(3), dim!(2)>::default();
/// let trace = Trace::new(&net);
/// let y = net.forward(&trace.input::<shape![5, 4]>(()));
/// ```
pub struct Trace<'env, M, T = f32> {
    pub(super) recorder: Recorder,
    pub(super) model: &'env M,
    /// Parameters first, and then inputs.
    pub(super) arguments: RefCell<Vec<Argument>>,
    pub(super) parameters: usize,
    /// The argument that the first random seed is, and what it is at first.
    seed: Cell<Option<(Id, u64)>>,
    clip: Cell<Option<Clip>>,
    elements: core::marker::PhantomData<fn(T) -> T>,
}

impl<'env, M: Parameters<T>, T: Element> Trace<'env, M, T> {
    /// A trace of a model, whose parameters are the first arguments of the program.
    pub fn new(model: &'env M) -> Self {
        let recorder = Recorder::new();
        let mut arguments = Vec::new();
        for parameter in model.named_parameters() {
            let sizes = parameter.sizes;
            let id = recorder.notes.borrow_mut().argument(arguments.len(), sizes.clone(), T::TYPE);
            recorder.lend(parameter.elements, id);
            let axes = alloc::vec![None; sizes.len()];
            arguments.push(Argument { id, name: parameter.name, sizes, dtype: T::TYPE, axes });
        }
        let parameters = arguments.len();
        Trace {
            recorder,
            model,
            arguments: RefCell::new(arguments),
            parameters,
            seed: Cell::new(None),
            clip: Cell::new(None),
            elements: core::marker::PhantomData,
        }
    }

    /// From now on layers train, as by [`Tape::train`](crate::grad::Tape::train): dropout drops, by random numbers from this seed, the same as there,
    /// and batch norm takes the statistics of its batch, which its running ones go after in a [`train_step`](Self::train_step). From step to step the
    /// seed changes as a tape's does. In a [`program`](Self::program) it is a constant. PyTorch's `model.train()`.
    ///
    /// # Panics
    /// If it has been called before.
    ///
    /// ```
    /// use shaped::{graph::Trace, nn::*, optim::Sgd, prelude::*};
    /// let net = (Linear::<dim!(3), dim!(8)>::default(), Dropout::default(), Linear::<dim!(8), dim!(2)>::default());
    /// let trace = Trace::new(&net);
    /// trace.train(7);
    /// let x = trace.input::<shape![5, 3]>(());
    /// let step = trace.train_step(&x, &net.forward(&x).square().mean_all(), &Sgd::new(&net, 0.1));
    /// assert!(step.stablehlo().contains(r#"tensor<ui64> "training.seed""#));
    /// ```
    #[track_caller]
    pub fn train(&self, seed: u64) {
        assert!(self.seed.get().is_none(), "a trace is told to train once");
        let id = self.recorder.notes.borrow_mut().argument(usize::MAX, Vec::new(), ElementType::U64);
        self.recorder.train(id);
        self.seed.set(Some((id, seed)));
    }

    /// The gradient of a [`train_step`](Self::train_step) is made smaller if its norm, that of all its elements together, is more than `max_norm`: as
    /// by [`clip_grad_norm`](crate::optim::clip_grad_norm), but that the norm is computed in the type of the elements. PyTorch's
    /// `torch.nn.utils.clip_grad_norm_`.
    ///
    /// ```
    /// use shaped::{graph::Trace, nn::*, optim::Sgd, prelude::*};
    /// let net = Linear::<dim!(3), dim!(2)>::default();
    /// let trace = Trace::new(&net);
    /// trace.clip_grad_norm(1.0);
    /// let x = trace.input::<shape![5, 3]>(());
    /// let step = trace.train_step(&x, &net.forward(&x).square().mean_all(), &Sgd::new(&net, 0.1));
    /// assert!(step.stablehlo().contains("stablehlo.sqrt"));
    /// ```
    pub fn clip_grad_norm(&self, max_norm: f64) {
        self.clip.set(Some(Clip::Norm(max_norm)));
    }

    /// Elements of the gradient of a [`train_step`](Self::train_step) that are less than `-max` or more than `max` are just that: as by
    /// [`clip_grad_value`](crate::optim::clip_grad_value), in place of [`clip_grad_norm`](Self::clip_grad_norm). PyTorch's
    /// `torch.nn.utils.clip_grad_value_`.
    ///
    /// ```
    /// use shaped::{graph::Trace, nn::*, optim::Sgd, prelude::*};
    /// let net = Linear::<dim!(3), dim!(2)>::default();
    /// let trace = Trace::new(&net);
    /// trace.clip_grad_value(1.0);
    /// let x = trace.input::<shape![5, 3]>(());
    /// let step = trace.train_step(&x, &net.forward(&x).square().mean_all(), &Sgd::new(&net, 0.1));
    /// assert!(step.stablehlo().contains("stablehlo.minimum"));
    /// ```
    pub fn clip_grad_value(&self, max: f64) {
        self.clip.set(Some(Clip::Value(max)));
    }

    /// The notes of a program that does not change: the seed is a constant.
    fn settled(&self) -> Notes {
        let mut notes = self.recorder.notes.borrow().clone();
        if let Some((id, seed)) = self.seed.get() {
            notes.settle(id, seed);
        }
        notes
    }

    fn argument<S: Shape>(&self, shape: S, dtype: ElementType, what: &str) -> Id {
        let mut arguments = self.arguments.borrow_mut();
        let sizes = shape.dims().outermost_first();
        let id = self.recorder.notes.borrow_mut().argument(arguments.len(), sizes.clone(), dtype);
        let rank = sizes.len();
        let axes = (0..rank).map(|axis| S::name(rank - 1 - axis)).collect();
        let number = arguments.len() - self.parameters;
        let name = if number == 0 { what.to_string() } else { alloc::format!("{what}{number}") };
        arguments.push(Argument { id, name, sizes, dtype, axes });
        id
    }

    /// An input of shape `S`, the sizes of its run-time axes given as for [`Tensor::zeros_with`]; `()` of a static shape. It has no numbers.
    ///
    /// ```
    /// use shaped::{graph::Trace, nn::*, prelude::*};
    /// axis!(Batch);
    /// let net = Linear::<dim!(3), dim!(2)>::default();
    /// let trace = Trace::new(&net);
    /// let x = trace.input::<shape![Batch, 3]>(Batch(5));
    /// assert_eq!(x.sizes(), [5, 3]);
    /// ```
    ///
    /// Its elements cannot be read, since there are none:
    ///
    /// ```compile_fail,E0599
    /// use shaped::{graph::Trace, nn::*, prelude::*};
    /// let net = Linear::<dim!(3), dim!(2)>::default();
    /// Trace::new(&net).input::<shape![5, 3]>(()).as_slice();
    /// ```
    pub fn input<S: Shape>(&self, sizes: impl RunTimeSizes<S>) -> Tensor<T, S, Graph<'_>> {
        self.input_of(sizes)
    }

    /// As [`input`](Self::input), of elements of another type.
    pub fn input_of<U: Element, S: Shape>(&self, sizes: impl RunTimeSizes<S>) -> Tensor<U, S, Graph<'_>> {
        let shape = sizes.to_shape();
        let bytes = shape.dims().outermost_first().iter().try_fold(size_of::<U>(), |bytes, &n| bytes.checked_mul(n));
        assert!(
            bytes.is_some_and(|bytes| isize::try_from(bytes).is_ok()),
            "an input of more bytes than an address counts"
        );
        let id = self.argument(shape, U::TYPE, "input");
        Tensor::made(Value { id, of: &self.recorder }, shape)
    }

    /// Classes, as targets of a loss: these very numbers are an input of the program, and any others of that shape. What is computed of them
    /// eagerly is a constant; views of them are not. No copy.
    ///
    /// ```
    /// use shaped::{graph::Trace, nn::*, prelude::*};
    /// let net = Linear::<dim!(3), dim!(2)>::default();
    /// let classes: Tensor<u8, shape![5]> = Tensor::zeros();
    /// let trace = Trace::new(&net);
    /// let (x, target) = (trace.input::<shape![5, 3]>(()), trace.labels(&classes));
    /// let program = trace.program((&x, target), net.forward(&x).cross_entropy(target));
    /// assert!(program.stablehlo().contains(r#"tensor<5xui8> "labels1""#));
    /// ```
    pub fn labels<U: Element, S: Shape>(&self, classes: &'env Tensor<U, S>) -> &'env Tensor<U, S> {
        let id = self.argument(classes.view().shape(), U::TYPE, "labels");
        self.recorder.lend(classes.as_slice(), id);
        classes
    }

    /// Indices for an [`Embedding`](crate::nn::Embedding): these very numbers are an input of the program, and any others of that shape. No copy.
    ///
    /// ```
    /// use shaped::{graph::Trace, nn::*, prelude::*};
    /// let table = Embedding::<dim!(1000), dim!(64)>::default();
    /// let words: Tensor<u32, shape![8]> = Tensor::zeros();
    /// let trace = Trace::new(&table);
    /// let ids = trace.indices(&words);
    /// let program = trace.program(&ids, table.forward(&ids));
    /// assert!(program.stablehlo().contains("stablehlo.gather"));
    /// ```
    pub fn indices<U: Element + IndexNumber, S: Shape>(&self, ids: &'env Tensor<U, S>) -> GraphIndices<'_, 'env, U, S> {
        let known = Value { id: self.any(), of: &self.recorder };
        GraphIndices { ids: self.labels(ids), note: known }
    }

    /// A value, where only the graph is asked for.
    fn any(&self) -> Id {
        self.recorder.notes.borrow_mut().number(0.0, T::TYPE)
    }

    /// The numbers of an eager tensor as a constant of the program.
    pub fn constant<S: Shape>(&self, x: &Tensor<T, S>) -> Tensor<T, S, Graph<'_>> {
        let shape = x.view().shape();
        let id = self.recorder.notes.borrow_mut().constant(x.as_slice(), shape.dims().outermost_first());
        Tensor::made(Value { id, of: &self.recorder }, shape)
    }

    /// A parameter as a tensor of the graph.
    pub fn parameter<S: Shape>(&self, parameter: &'env crate::nn::Param<S, T>) -> Tensor<T, S, Graph<'_>> {
        let shape = parameter.value().view().shape();
        let note = Value { id: self.any(), of: &self.recorder }.lent(parameter.as_slice());
        Tensor::made(note, shape)
    }

    /// The program that computes results, a noted tensor or a tuple of them, of inputs, which are listed in the order in which it is to take
    /// them.
    ///
    /// # Panics
    /// If what is listed is no input of this trace or nothing depends on it, not all are listed that the results need, or these are of another
    /// trace.
    #[track_caller]
    pub fn program<'g, I: Inputs<'g>, O: Outputs<'g>>(
        &'g self,
        inputs: I,
        results: O,
    ) -> Program<I::Eager, O::Eager, T> {
        let mut ids = Vec::new();
        inputs.arguments(&mut |find| ids.push(self.find(&find)));
        let mut made = Vec::new();
        results.values(&mut |value| made.push(self.own(value)));
        let named = self.named(&made);
        let code = Code::new(self.settled(), self.listed(ids), self.parameters, named);
        Program::new(code, results.spec())
    }

    /// The program that computes a loss, and its gradient by every parameter of the model. JAX's `value_and_grad`.
    ///
    /// # Panics
    /// As [`program`](Self::program); if the graph has a primitive that has no gradient; and if the loss depends on no parameter of the model.
    #[track_caller]
    pub fn value_and_grad<'g, I: Inputs<'g>>(
        &'g self,
        inputs: I,
        loss: &Tensor<T, (), Graph<'g>>,
    ) -> Program<I::Eager, (Tensor<T, ()>, super::exchange::Gradient<T>), T> {
        let mut ids = Vec::new();
        inputs.arguments(&mut |find| ids.push(self.find(&find)));
        let parameters: Vec<Id> = self.arguments.borrow()[..self.parameters].iter().map(|one| one.id).collect();
        let loss = self.own(loss.view().note());
        let gradients = self.learned_gradients(loss, &parameters);
        let mut results = self.named(&[loss]);
        let names = self.arguments.borrow()[..self.parameters].iter().map(|one| one.name.clone()).collect::<Vec<_>>();
        results.extend(gradients.into_iter().zip(names));
        let code = Code::new(self.settled(), self.listed(ids), self.parameters, results);
        Program::new(code, ((), self.parameters))
    }

    /// A training step: the loss, and the model and the optimizer's state as they are after a step down its gradient. The optimizer says by which rule
    /// and which numbers; the rate can be changed from step to step.
    ///
    /// # Panics
    /// As [`value_and_grad`](Self::value_and_grad).
    #[track_caller]
    pub fn train_step<'g, I: Inputs<'g>, P: LoweredOptimizer<T, Model = M>>(
        &'g self,
        inputs: I,
        loss: &Tensor<T, (), Graph<'g>>,
        optimizer: &P,
    ) -> TrainStep<I::Eager, M, T>
    where
        T: Real + FileElement,
    {
        let mut ids = Vec::new();
        inputs.arguments(&mut |find| ids.push(self.find(&find)));
        train_step(self, self.listed(ids), self.own(loss.view().note()), optimizer)
    }

    /// A value of this trace.
    #[track_caller]
    fn own(&self, value: Value<'_>) -> Id {
        assert!(core::ptr::eq(value.of, &self.recorder), "a result of another trace, which is a program of its own");
        value.id
    }

    /// Gradients by the parameters; of what is only kept, what it becomes while the model is trained, and else zeros.
    #[track_caller]
    fn learned_gradients(&self, of: Id, parameters: &[Id]) -> Vec<Id> {
        let gradients = self.gradients(of, parameters);
        let news = self.recorder.after().1;
        let (mut roles, mut notes) = (Vec::new(), self.recorder.notes.borrow_mut());
        self.model.visit(&mut |role, _| roles.push(role));
        let learned = |((g, role), parameter): ((Id, &Role), &Id)| {
            let (sizes, dtype) = (notes.sizes(g).to_vec(), notes.dtype(g));
            match role {
                Role::Learned => g,
                Role::Statistic => last(&news, *parameter).unwrap_or_else(|| notes.filled(0.0, &sizes, dtype)),
            }
        };
        gradients.into_iter().zip(&roles).zip(parameters).map(learned).collect()
    }

    /// Gradients of a number by values.
    ///
    /// # Panics
    /// If it depends on none of them, or on one by what has no gradient.
    #[track_caller]
    pub(super) fn gradients(&self, of: Id, by: &[Id]) -> Vec<Id> {
        let depends = self.recorder.notes.borrow().needed(&[of]);
        assert!(
            by.is_empty() || by.iter().any(|one| depends[one.at()]),
            "the loss depends on no parameter of the traced model: parameters of another model, also of a copy, are constants"
        );
        match self.recorder.notes.borrow_mut().gradients(of, by) {
            Ok(gradients) => gradients,
            Err(what) => panic!("there is no gradient in a graph of {what}"),
        }
    }

    #[track_caller]
    fn find(&self, found: &Found) -> usize {
        let arguments = self.arguments.borrow();
        let id = match found {
            Found::Value(id, of) if *of == core::ptr::from_ref(&self.recorder).addr() => Some(*id),
            Found::Value(..) => None,
            Found::Lent(address, dtype) => {
                let lent = self.recorder.lent.borrow();
                lent.iter().find(|lent| lent.start == *address && lent.dtype == *dtype).map(|lent| lent.id)
            }
        };
        let at = arguments.iter().skip(self.parameters).position(|argument| Some(argument.id) == id);
        at.expect("what is listed is no input of this trace, which `input`, `labels` and `indices` give")
            + self.parameters
    }

    /// The parameters, and then these inputs.
    fn listed(&self, inputs: Vec<usize>) -> Vec<Argument> {
        let arguments = self.arguments.borrow();
        (0..self.parameters).chain(inputs).map(|i| arguments[i].clone()).collect()
    }

    fn named(&self, made: &[Id]) -> Vec<(Id, String)> {
        let name = |i: usize| if i == 0 { "output".to_string() } else { alloc::format!("output{i}") };
        made.iter().enumerate().map(|(i, id)| (*id, name(i))).collect()
    }

    /// The model that is traced.
    pub fn model(&self) -> &'env M {
        self.model
    }
}

/// How a gradient is kept from being too large.
#[derive(Clone, Copy)]
enum Clip {
    Norm(f64),
    Value(f64),
}

impl Clip {
    /// Gradients of parameters, clipped.
    fn of(self, notes: &mut Notes, gradients: Vec<Id>) -> Vec<Id> {
        match self {
            Clip::Value(max) => {
                let clamp = |g| {
                    let least = notes.by("maximum", g, -max);
                    notes.by("minimum", least, max)
                };
                gradients.into_iter().map(clamp).collect()
            }
            Clip::Norm(max) => {
                let mut squares = |g: &Id| {
                    let axes: Vec<usize> = (0..notes.sizes(*g).len()).collect();
                    let square = notes.binary("multiply", *g, *g);
                    notes.reduce(Fold::Sum, square, &axes)
                };
                let parts: Vec<Id> = gradients.iter().map(&mut squares).collect();
                let Some(sum) = parts.into_iter().reduce(|sum, part| notes.binary("add", sum, part)) else {
                    return gradients;
                };
                let norm = notes.unary("sqrt", sum);
                let norm = notes.by("add", norm, 1e-6);
                let max = notes.like(max, norm);
                let by = notes.binary("divide", max, norm);
                let by = notes.by("minimum", by, 1.0);
                gradients.into_iter().map(|g| notes.binary("multiply", g, by)).collect()
            }
        }
    }
}

/// What a buffer becomes, if there are news of it.
fn last(news: &[(Id, Id)], buffer: Id) -> Option<Id> {
    news.iter().rev().find(|(of, _)| *of == buffer).map(|(_, new)| *new)
}

/// The step of a trace.
#[track_caller]
fn train_step<I, M, T, P>(trace: &Trace<'_, M, T>, listed: Vec<Argument>, loss: Id, optimizer: &P) -> TrainStep<I, M, T>
where
    M: Parameters<T>,
    T: Element + Real + FileElement,
    P: LoweredOptimizer<T, Model = M>,
{
    let (parameters, inputs) = listed.split_at(trace.parameters);
    let ids: Vec<Id> = parameters.iter().map(|one| one.id).collect();
    let mut gradients = trace.gradients(loss, &ids);
    let mut roles = alloc::vec![];
    trace.model.visit(&mut |role, _| roles.push(role));
    let (next_seed, news) = trace.recorder.after();
    let mut state = parameters.to_vec();
    // Numbers of arguments that no other has: those of the trace are lower.
    let mut next = trace.arguments.borrow().len();
    let mut notes = trace.recorder.notes.borrow_mut();
    let mut argument = |notes: &mut crate::hlo::Notes, name: String, sizes: Vec<usize>, dtype: ElementType| {
        let id = notes.argument(next, sizes.clone(), dtype);
        next += 1;
        let axes = alloc::vec![None; sizes.len()];
        state.push(Argument { id, name, sizes, dtype, axes });
        id
    };
    if let Some(clip) = trace.clip.get() {
        let learned = |i: &usize| roles[*i] == Role::Learned;
        let asked = (0..gradients.len()).filter(learned).map(|i| gradients[i]).collect();
        let clipped = clip.of(&mut notes, asked);
        (0..gradients.len()).filter(learned).zip(clipped).for_each(|(i, g)| gradients[i] = g);
    }
    let (_, _, kept) = optimizer.kept();
    let before = argument(&mut notes, alloc::format!("{OPTIMIZER}.step"), alloc::vec![], ElementType::U64);
    let lr = argument(&mut notes, RATE.to_string(), alloc::vec![], ElementType::F64);
    let one = notes.like(1.0, before);
    let after = notes.binary("add", before, one);
    let mut moments = alloc::vec![];
    for part in &kept {
        let mut of_part = alloc::vec![];
        for (parameter, role) in parameters.iter().zip(&roles) {
            of_part.push((*role == Role::Learned).then(|| {
                let name = crate::nn::child(&alloc::format!("{OPTIMIZER}.{}", part.name()), &parameter.name);
                argument(&mut notes, name, parameter.sizes.clone(), T::TYPE)
            }));
        }
        moments.push(of_part);
    }
    let mut results = alloc::vec![];
    let mut next_moments: Vec<Vec<Id>> = alloc::vec![alloc::vec![]; kept.len()];
    for (i, (parameter, role)) in parameters.iter().zip(&roles).enumerate() {
        if *role != Role::Learned {
            results.push(last(&news, parameter.id).unwrap_or(parameter.id));
            continue;
        }
        let own: Vec<Id> = moments.iter().filter_map(|part| part[i]).collect();
        let (new, kept) = optimizer.lower(&mut notes, [lr, before, after], parameter.id, gradients[i], &own);
        results.push(new);
        next_moments.iter_mut().zip(kept).for_each(|(to, id)| to.push(id));
    }
    results.extend([after, lr]);
    results.extend(next_moments.into_iter().flatten());
    if let Some(((id, _), next)) = trace.seed.get().zip(next_seed) {
        state.push(Argument {
            id,
            name: SEED.to_string(),
            sizes: Vec::new(),
            dtype: ElementType::U64,
            axes: Vec::new(),
        });
        results.push(next);
    }
    let mut named = alloc::vec![(loss, String::from("loss"))];
    named.extend(results.into_iter().zip(state.iter().map(|one| one.name.clone())));
    let (count, seed) = (state.len(), trace.seed.get().map(|(_, seed)| seed));
    state.extend(inputs.iter().cloned());
    TrainStep::new(Code::new(notes.clone(), state, count, named).updating(), optimizer.rule(), seed)
}

impl Program<(), ()> {
    /// What a module computes of one input of shape `S`, whose run-time sizes are given as for [`Trace::input`].
    ///
    /// ```
    /// use shaped::{graph::Program, nn::*, prelude::*};
    /// let net = (Linear::<dim!(64), dim!(32)>::default(), Relu);
    /// let program = Program::trace::<shape![8, 64], _>(&net, ());
    /// assert_eq!(program.cost().flops, 2 * 8 * 64 * 32 + 3 * 8 * 32); // a product, the bias, and two for each relu
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{graph::Program, nn::*, prelude::*};
    /// let net = (Linear::<dim!(64), dim!(32)>::default(), Relu);
    /// let program = Program::trace::<shape![8, 65], _>(&net, ());
    /// ```
    pub fn trace<S: Shape, M: Module<S> + Parameters<f32>>(
        net: &M,
        sizes: impl RunTimeSizes<S>,
    ) -> Program<Tensor<f32, S>, Tensor<f32, M::Output>> {
        let trace = Trace::new(net);
        let x = trace.input::<S>(sizes);
        trace.program(&x, net.forward(&x))
    }
}
