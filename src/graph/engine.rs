//! Engines, and programs that they have loaded.

use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::sync::Arc;
use core::fmt;
use core::marker::PhantomData;

use super::backend::{Backend, Executable};
use super::code::Code;
use super::error::EngineError;
use super::exchange::{Given, Taken};
use super::process::Python;
use super::program::Program;
use super::training::TrainStep;
use super::wire::{Reader, Writer, parameters};
use crate::hlo::Element;
use crate::io::FileElement;
use crate::kind::Real;
use crate::nn::Parameters;
use crate::optim::LoweredOptimizer;

/// An engine that is running, which ends with this value and the last program that it has loaded.
///
/// XLA and IREE are a process of its own here, of Python, whose packages they come in: `SHAPED_PYTHON` if that is set, else `python3`. It opens no port,
/// gets programs and tensors by its standard input, and runs one program after the other, from any thread. In this process, without Python, the package
/// `shaped-pjrt` runs them by a PJRT plugin; [`new`](Self::new) takes any other [`Backend`].
///
/// ```no_run
/// use shaped::{graph::{Engine, Program}, nn::*, prelude::*};
/// let net = Linear::<dim!(3), dim!(2)>::default();
/// let program = Program::trace::<shape![5, 3], _>(&net, ());
/// let engine = Engine::xla()?;
/// let y: Tensor<f32, shape![5, 2]> = engine.load(&program, &net)?.run(&Tensor::ones())?;
/// # Ok::<(), shaped::graph::EngineError>(())
/// ```
pub struct Engine(Arc<dyn Backend>);

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Engine")
    }
}

impl Engine {
    /// XLA, by jax's package: on a GPU or TPU if that has one, else on the CPU.
    ///
    /// # Errors
    /// If there is no Python, or no `jax` in it.
    pub fn xla() -> Result<Self, EngineError> {
        Self::start(&["--engine", "xla"], "jax==0.10.2")
    }

    /// XLA if that is there, else IREE.
    ///
    /// # Errors
    /// If neither is: what each lacks.
    pub fn any() -> Result<Self, EngineError> {
        Self::xla().or_else(|xla| {
            Self::iree().map_err(|iree| EngineError::Missing(alloc::format!("XLA: {xla}\nIREE: {iree}")))
        })
    }

    /// XLA on a CPU that is taken for so many devices, to try a program that is cut over them.
    ///
    /// # Errors
    /// As [`xla`](Self::xla).
    pub fn xla_simulating(devices: usize) -> Result<Self, EngineError> {
        Self::start(&["--engine", "xla", "--devices", &devices.to_string()], "jax==0.10.2")
    }

    /// IREE, compiled for this machine's CPU.
    ///
    /// # Errors
    /// If there is no Python, or no IREE in it.
    pub fn iree() -> Result<Self, EngineError> {
        Self::start(&["--engine", "iree"], "iree-base-compiler iree-base-runtime")
    }

    /// IREE on a GPU by Vulkan: by its command, started for each call.
    ///
    /// # Errors
    /// If there is no Python, no IREE in it, or no driver for Vulkan.
    pub fn iree_vulkan() -> Result<Self, EngineError> {
        Self::start(&["--engine", "iree-vulkan"], "iree-base-compiler iree-base-runtime")
    }

    fn start(options: &[&str], packages: &str) -> Result<Self, EngineError> {
        Ok(Self::new(Python::start(options, packages)?))
    }

    /// An engine of another kind, such as `shaped-pjrt`'s plugins.
    pub fn new(backend: impl Backend + 'static) -> Self {
        Engine(Arc::new(backend))
    }

    /// Compiles a program, and hands it a model's parameters, which stay with the engine.
    ///
    /// # Errors
    /// If the engine does not compile it, or the model is not like the one that was traced.
    pub fn load<I: Given, O: Taken, M: Parameters<T>, T: Element>(
        &self,
        program: &Program<I, O, T>,
        model: &M,
    ) -> Result<Loaded<I, O>, EngineError> {
        let mut writer = Writer::new(&program.code, 0, program.code.state);
        parameters::<M, T>(&mut writer, model)?;
        let state = writer.finish(program.code.state)?;
        let program_there = self.0.load(&program.code.lowered(), state)?;
        let (code, spec) = (program.code.clone(), program.spec.clone());
        Ok(Loaded { program: program_there, code, spec, takes: PhantomData })
    }

    /// Compiles a training step, and hands it a model's parameters and the optimizer's state, which stay with the engine and change there.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn train<I: Given, M: Parameters<T>, T: Element + Real + FileElement, P: LoweredOptimizer<T, Model = M>>(
        &self,
        step: &TrainStep<I, M, T>,
        model: &M,
        optimizer: &P,
    ) -> Result<Training<I, M, T>, EngineError> {
        if step.rule != optimizer.rule() {
            return Err(EngineError::Mismatch {
                name: "optimizer".into(),
                found: optimizer.rule(),
                expected: step.rule.clone(),
            });
        }
        let mut writer = Writer::new(&step.code, 0, step.code.state);
        super::training::put_state(&mut writer, model, optimizer, step.seed)?;
        let state = writer.finish(step.code.state)?;
        let program = self.0.load(&step.code.lowered(), state)?;
        Ok(Training { program, code: step.code.clone(), takes: PhantomData })
    }
}

impl<I: Given, O: Taken, T: Element> Program<I, O, T> {
    /// Runs the program once, on whichever engine is there ([`Engine::any`]), with a model's parameters: inputs are a reference to a tensor, or a tuple of
    /// them. It starts the engine and compiles the program for this call; to run more often, [`Engine::load`] it.
    ///
    /// ```no_run
    /// use shaped::{graph::Program, nn::*, prelude::*};
    /// let net = Linear::<dim!(4), dim!(3)>::default();
    /// let program = Program::trace::<shape![2, 4], _>(&net, ());
    /// let y: Tensor<f32, shape![2, 3]> = program.run(&net, &Tensor::ones())?;
    /// # Ok::<(), shaped::graph::EngineError>(())
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use shaped::{graph::Program, nn::*, prelude::*};
    /// let net = Linear::<dim!(4), dim!(3)>::default();
    /// let program = Program::trace::<shape![2, 4], _>(&net, ());
    /// program.run(&net, &Tensor::<f32, shape![2, 5]>::ones());
    /// ```
    ///
    /// # Errors
    /// If no engine is there, which says how one is installed; and as [`Engine::load`] and [`Loaded::run`].
    pub fn run<M: Parameters<T>>(&self, model: &M, inputs: I::By<'_>) -> Result<O, EngineError> {
        Engine::any()?.load(self, model)?.run(inputs)
    }
}

/// A program that an engine has compiled, with a model's parameters.
pub struct Loaded<I, O: Taken> {
    program: Box<dyn Executable>,
    code: Code,
    spec: O::Spec,
    takes: PhantomData<fn(I) -> O>,
}

impl<I: Given, O: Taken> Loaded<I, O> {
    /// What the program computes of inputs: a reference to a tensor, or a tuple of them.
    ///
    /// # Errors
    /// If a run-time axis has another size than where the program was traced, or the engine fails.
    pub fn run(&mut self, inputs: I::By<'_>) -> Result<O, EngineError> {
        let mut writer = Writer::new(&self.code, self.code.state, self.code.arguments.len());
        I::put(inputs, &mut writer)?;
        let inputs = writer.finish(self.code.arguments.len() - self.code.state)?;
        O::take(&self.spec, &mut Reader::new(self.program.run(inputs, false)?))
    }
}

/// A training step that an engine has compiled, with the model and the optimizer's state, which are there.
pub struct Training<I, M, T> {
    program: Box<dyn Executable>,
    code: Code,
    takes: PhantomData<fn(I, M) -> T>,
}

impl<I: Given, M: Parameters<T>, T: Element + Real + FileElement> Training<I, M, T> {
    /// A step: gives the loss before it.
    ///
    /// # Errors
    /// As [`Loaded::run`].
    pub fn step(&mut self, inputs: I::By<'_>) -> Result<T, EngineError> {
        let mut writer = Writer::new(&self.code, self.code.state, self.code.arguments.len());
        I::put(inputs, &mut writer)?;
        let inputs = writer.finish(self.code.arguments.len() - self.code.state)?;
        let loss = Reader::new(self.program.run(inputs, true)?).tensor::<T>(T::TYPE, &[])?;
        Ok(loss[0])
    }

    /// The rate of the steps from now on, of a [`Schedule`](crate::optim::Schedule).
    ///
    /// # Errors
    /// If the engine fails.
    pub fn set_lr(&mut self, lr: f64) -> Result<(), EngineError> {
        self.set(super::training::RATE, lr)
    }

    /// The random numbers of the steps from now on come from this seed: of a step that was traced after [`Trace::train`](super::Trace::train).
    ///
    /// # Errors
    /// If the engine fails.
    ///
    /// # Panics
    /// If the step has no random numbers.
    #[track_caller]
    pub fn set_seed(&mut self, seed: u64) -> Result<(), EngineError> {
        self.set(super::training::SEED, seed)
    }

    /// One number of what stays with the engine.
    #[track_caller]
    fn set<N: Element>(&mut self, name: &str, x: N) -> Result<(), EngineError> {
        let at = self.code.parameter(name);
        let mut writer = Writer::new(&self.code, at, at + 1);
        writer.tensor(N::TYPE, &[], &[x])?;
        writer.finish(1)?.into_iter().try_for_each(|one| self.program.set(at, one))
    }

    /// Fills a model and an optimizer with what they have become.
    ///
    /// # Errors
    /// If they are not like those that the step was loaded with, or the engine fails.
    pub fn finish<P: LoweredOptimizer<T, Model = M>>(
        &mut self,
        model: &mut M,
        optimizer: &mut P,
    ) -> Result<(), EngineError> {
        super::training::take_state(&mut Reader::new(self.program.state()?), &self.code, model, optimizer)
    }
}
