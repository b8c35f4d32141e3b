//! Training steps as programs: forward, back, and the optimizer's update.

use alloc::string::String;
use alloc::vec;
use core::marker::PhantomData;

use super::code::{Code, dot, sharded, table};
use super::error::EngineError;
use super::wire::{Reader, Writer, parameters};
use crate::hlo::{Element, ElementType};
use crate::io::{FileElement, FileError, SafeTensorsWriter};
use crate::kind::Real;
use crate::nn::{Parameters, Role};
use crate::optim::LoweredOptimizer;

/// A training step as one program: it takes a batch, the model and the optimizer's state, and gives the loss, and both as they are after the
/// step. What [`Trace::train_step`](super::Trace::train_step) gives.
///
/// ```
/// use shaped::{graph::Trace, nn::*, optim::AdamW, prelude::*};
/// axis!(Batch);
/// let net = (Linear::<dim!(64), dim!(32)>::default(), Relu, Linear::<dim!(32), dim!(10)>::default());
/// let classes = Tensor::<u8, shape![Batch]>::zeros_with(Batch(16));
/// let trace = Trace::new(&net);
/// let (x, target) = (trace.input::<shape![Batch, 64]>(Batch(16)), trace.labels(&classes));
/// let loss = net.forward(&x).cross_entropy(target);
/// let step = trace.train_step((&x, target), &loss, &AdamW::new(&net, 1e-3));
/// assert!(step.stablehlo().contains(r#""optimizer.exp_avg.0.weight""#));
/// ```
///
/// An optimizer of another model does not compile:
///
/// ```compile_fail,E0308
/// use shaped::{graph::Trace, nn::*, optim::AdamW, prelude::*};
/// let (net, other) = (Linear::<dim!(64), dim!(32)>::default(), Linear::<dim!(64), dim!(31)>::default());
/// let trace = Trace::new(&net);
/// let x = trace.input::<shape![16, 64]>(());
/// let step = trace.train_step(&x, &net.forward(&x).sum_all(), &AdamW::new(&other, 1e-3));
/// ```
pub struct TrainStep<I, M, T = f32> {
    pub(super) code: Code,
    pub(super) rule: String,
    /// What the random seed is at first, of a model that is trained.
    pub(super) seed: Option<u64>,
    takes: PhantomData<fn(I, M) -> T>,
}

impl<I, M, T> TrainStep<I, M, T> {
    pub(super) fn new(code: Code, rule: String, seed: Option<u64>) -> Self {
        TrainStep { code, rule, seed, takes: PhantomData }
    }
}

/// What the arguments are called that belong to the optimizer.
pub(super) const OPTIMIZER: &str = "optimizer";
/// And what its rate is called.
pub(super) const RATE: &str = "optimizer.lr";

/// And the random seed of the next step.
pub(super) const SEED: &str = "training.seed";

/// Puts a model and the state of its optimizer, in the order of the arguments.
pub(super) fn put_state<M, T, P>(
    to: &mut Writer<'_>,
    model: &M,
    optimizer: &P,
    seed: Option<u64>,
) -> Result<(), EngineError>
where
    M: Parameters<T>,
    T: Element + Real + FileElement,
    P: LoweredOptimizer<T, Model = M>,
{
    parameters::<M, T>(to, model)?;
    let (steps, rate, kept) = optimizer.kept();
    to.tensor(ElementType::U64, &[], &[steps])?;
    to.tensor(ElementType::F64, &[], &[rate.expect("an optimizer has a rate")])?;
    for part in &kept {
        let mut roles = vec![];
        part.model().visit(&mut |role, _| roles.push(role));
        for (one, _) in part.model().named_parameters().iter().zip(roles).filter(|(_, role)| *role == Role::Learned) {
            to.tensor(T::TYPE, &one.sizes, one.elements)?;
        }
    }
    if let Some(seed) = seed {
        to.tensor(ElementType::U64, &[], &[seed])?;
    }
    Ok(())
}

/// Takes them, in the same order.
pub(super) fn take_state<M, T, P>(
    from: &mut Reader,
    code: &Code,
    model: &mut M,
    optimizer: &mut P,
) -> Result<(), EngineError>
where
    M: Parameters<T>,
    T: Element + Real + FileElement,
    P: LoweredOptimizer<T, Model = M>,
{
    // All are compared before any is changed.
    let mut writer = Writer::new(code, 0, code.state);
    let trains = code.arguments[..code.state].iter().any(|one| one.name == SEED);
    put_state(&mut writer, model, optimizer, trains.then_some(0))?;
    writer.finish(code.state)?;
    for one in model.named_parameters_mut() {
        one.elements.copy_from_slice(&from.tensor::<T>(T::TYPE, &one.sizes)?);
    }
    let (steps, rate, kept) = optimizer.kept_mut();
    *steps = from.tensor::<u64>(ElementType::U64, &[])?[0];
    let new = from.tensor::<f64>(ElementType::F64, &[])?[0];
    if let Some(rate) = rate {
        *rate = new;
    }
    for part in kept {
        let part = part.into_model();
        let mut roles = vec![];
        part.visit(&mut |role, _| roles.push(role));
        for (one, _) in part.named_parameters_mut().into_iter().zip(roles).filter(|(_, role)| *role == Role::Learned) {
            one.elements.copy_from_slice(&from.tensor::<T>(T::TYPE, &one.sizes)?);
        }
    }
    Ok(())
}

impl<I, M: Parameters<T>, T: Element + Real + FileElement> TrainStep<I, M, T> {
    /// The step in StableHLO's text.
    pub fn stablehlo(&self) -> String {
        self.code.text()
    }

    /// Writes the text to a file, `step.mlir`, all or nothing.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn save(&self, path: impl AsRef<std::path::Path>) -> Result<(), FileError> {
        crate::io::save(path.as_ref(), &[self.stablehlo().as_bytes()])
    }

    /// What the step takes beside a batch, as a file of named tensors: the model by its own names, and the optimizer's state behind
    /// `optimizer.`. The same file, as a runner writes it after some steps, is read by [`load_state_dict`](crate::nn::StateDict::load_state_dict) and
    /// [`load_state`](crate::optim::TrainingState::load_state).
    ///
    /// # Errors
    /// If two tensors have one name.
    pub fn state<P: LoweredOptimizer<T, Model = M>>(
        &self,
        model: &M,
        optimizer: &P,
    ) -> Result<SafeTensorsWriter, FileError> {
        let mut to = SafeTensorsWriter::new();
        for one in model.named_parameters() {
            to.add_slice(&one.name, &one.sizes, one.elements)?;
        }
        optimizer.add_state(OPTIMIZER, &mut to)?;
        if let Some(seed) = self.seed {
            to.add_slice(SEED, &[], &[seed])?;
        }
        Ok(to)
    }

    sharded! {
        /// Cuts a run-time axis over so many devices: as [`Program::shard`](super::Program::shard).
        ///
        /// # Panics
        /// As that.
        fn shard;

        /// Cuts an axis of a parameter, and of what the optimizer keeps of it: as [`Program::shard_parameter`](super::Program::shard_parameter).
        ///
        /// # Panics
        /// As that.
        fn shard_parameter;
    }

    /// A table of the operations: as [`Program::table`](super::Program::table).
    pub fn table(&self) -> String {
        table(&self.code)
    }

    /// The graph in the language of Graphviz.
    pub fn to_dot(&self) -> String {
        dot(&self.code)
    }
}
