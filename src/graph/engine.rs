//! Engines: XLA and IREE, which a Python program beside this one starts, since no registry for Rust has them.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use std::io::{BufReader, BufWriter, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use super::code::Code;
use super::exchange::{Given, Taken};
use super::program::Program;
use super::training::TrainStep;
use super::wire::{EngineError, Reader, Tensors, Writer, number, parameters, read_number};
use crate::hlo::Element;
use crate::io::FileElement;
use crate::kind::Real;
use crate::nn::Parameters;
use crate::optim::LoweredOptimizer;

/// The program in Python that runs programs: for a machine without Rust, too. Its first lines say how it is called.
pub const RUNNER: &str = include_str!("runner.py");

/// An engine that is running: a process of its own, which ends with this value.
///
/// It is Python, since XLA for CPUs comes as a Python package only: `SHAPED_PYTHON` if that is set, else `python3`. It opens no port, and gets programs
/// and tensors by its standard input.
///
/// ```no_run
/// use shaped::{graph::{Engine, Program}, nn::*, prelude::*};
/// let net = Linear::<dim!(3), dim!(2)>::default();
/// let program = Program::trace::<shape![5, 3], _>(&net, ());
/// let mut engine = Engine::xla()?;
/// let y: Tensor<f32, shape![5, 2]> = engine.load(&program, &net)?.run(&Tensor::ones())?;
/// # Ok::<(), shaped::graph::EngineError>(())
/// ```
pub struct Engine {
    child: Child,
    to: BufWriter<ChildStdin>,
    from: BufReader<ChildStdout>,
    programs: u64,
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It reads until there is nothing, or is compiling what nobody waits for any more.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Engine {{ programs: {} }}", self.programs)
    }
}

/// What asks the engine.
#[derive(Clone, Copy)]
enum Ask {
    Start = 0,
    Compile = 1,
    SetState = 2,
    Run = 3,
    GetState = 4,
}

impl Engine {
    /// XLA, by jax's package: on a GPU or TPU if that has one, else on the CPU.
    ///
    /// # Errors
    /// If there is no Python, or no `jax` in it.
    pub fn xla() -> Result<Self, EngineError> {
        Self::start(&["--engine", "xla"], "jax==0.10.2")
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

    /// IREE on a GPU by Vulkan.
    ///
    /// # Errors
    /// If there is no Python, no IREE in it, or no driver for Vulkan.
    pub fn iree_vulkan() -> Result<Self, EngineError> {
        Self::start(&["--engine", "iree-vulkan"], "iree-base-compiler iree-base-runtime")
    }

    fn start(options: &[&str], packages: &str) -> Result<Self, EngineError> {
        let python = std::env::var_os("SHAPED_PYTHON").unwrap_or_else(|| "python3".into());
        let shown = python.to_string_lossy().into_owned();
        let missing = |error: &dyn fmt::Display| {
            EngineError::Missing(format!(
                "{error}; the engine needs Python with numpy and these packages: `{shown} -m pip install numpy {packages}` \
                 (`SHAPED_PYTHON` names another Python)"
            ))
        };
        let mut child = Command::new(&python)
            .args(["-c", RUNNER, "--serve"])
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| missing(&format!("cannot start {shown}: {error}")))?;
        let (to, from) = (child.stdin.take(), child.stdout.take());
        let (Some(to), Some(from)) = (to, from) else { unreachable!("pipes that were asked for") };
        let mut engine = Engine { child, to: BufWriter::new(to), from: BufReader::new(from), programs: 0 };
        engine.ask(Ask::Start, |_| Ok(())).map_err(|error| match error {
            EngineError::Failed(words) => missing(&words),
            EngineError::Io(error) => missing(&error),
            other => other,
        })?;
        Ok(engine)
    }

    /// Asks, and makes sure that the answer is none of an error; how many tensors it has.
    fn ask(
        &mut self,
        what: Ask,
        f: impl FnOnce(&mut BufWriter<ChildStdin>) -> Result<(), EngineError>,
    ) -> Result<u64, EngineError> {
        number(&mut self.to, what as u64)?;
        f(&mut self.to)?;
        self.to.flush()?;
        if read_number(&mut self.from)? == 0 {
            return Ok(read_number(&mut self.from)?);
        }
        let len = read_number(&mut self.from)?;
        let mut words = Vec::new();
        (&mut self.from).take(len).read_to_end(&mut words)?;
        Err(EngineError::Failed(String::from_utf8_lossy(&words).into_owned()))
    }

    /// Compiles a program; its number.
    fn compile(&mut self, code: &Code) -> Result<u64, EngineError> {
        let text = code.text();
        self.ask(Ask::Compile, |to| {
            number(to, text.len() as u64)?;
            Ok(to.write_all(text.as_bytes())?)
        })?;
        self.programs += 1;
        Ok(self.programs - 1)
    }

    /// Compiles a program, and hands it a model's parameters, which stay with the engine.
    ///
    /// # Errors
    /// If the engine does not compile it, or the model is not like the one that was traced.
    pub fn load<'e, I: Given, O: Taken, M: Parameters<T>, T: Element>(
        &'e mut self,
        program: &Program<I, O, T>,
        model: &M,
    ) -> Result<Loaded<'e, I, O>, EngineError> {
        let mut writer = Writer::new(&program.code, 0);
        parameters::<M, T>(&mut writer, model)?;
        let state = writer.finish(program.code.state)?;
        let number = self.compile(&program.code)?;
        self.set_state(number, &state)?;
        let (code, spec) = (program.code.clone(), program.spec.clone());
        Ok(Loaded { engine: self, number, code, spec, takes: PhantomData })
    }

    /// Compiles a training step, and hands it a model's parameters and the optimizer's state, which stay with the engine and change there.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn train<'e, I: Given, M: Parameters<T>, T: Element + Real + FileElement, P: LoweredOptimizer<T, Model = M>>(
        &'e mut self,
        step: &TrainStep<I, M, T>,
        model: &M,
        optimizer: &P,
    ) -> Result<Training<'e, I, M, T>, EngineError> {
        let mut writer = Writer::new(&step.code, 0);
        super::training::put_state(&mut writer, model, optimizer)?;
        let state = writer.finish(step.code.state)?;
        let number = self.compile(&step.code)?;
        self.set_state(number, &state)?;
        Ok(Training { engine: self, number, code: step.code.clone(), takes: PhantomData })
    }

    fn set_state(&mut self, program: u64, state: &Tensors) -> Result<(), EngineError> {
        self.ask(Ask::SetState, |to| {
            number(to, program)?;
            state.write(to)
        })?;
        Ok(())
    }

    fn run(&mut self, program: u64, updates: bool, inputs: &Tensors) -> Result<u64, EngineError> {
        self.ask(Ask::Run, |to| {
            number(to, program)?;
            number(to, updates.into())?;
            inputs.write(to)
        })
    }
}

/// A program that an engine has compiled, with a model's parameters.
pub struct Loaded<'e, I, O: Taken> {
    engine: &'e mut Engine,
    number: u64,
    code: Code,
    spec: O::Spec,
    takes: PhantomData<fn(I) -> O>,
}

impl<I: Given, O: Taken> Loaded<'_, I, O> {
    /// What the program computes of inputs: a reference to a tensor, or a tuple of them.
    ///
    /// # Errors
    /// If a run-time axis has another size than where the program was traced, or the engine fails.
    pub fn run(&mut self, inputs: I::By<'_>) -> Result<O, EngineError> {
        let mut writer = Writer::new(&self.code, self.code.state);
        I::put(inputs, &mut writer)?;
        let inputs = writer.finish(self.code.arguments.len() - self.code.state)?;
        let count = self.engine.run(self.number, false, &inputs)?;
        let mut reader = Reader::new(&mut self.engine.from, count);
        let result = O::take(&self.spec, &mut reader);
        reader.skip()?;
        result
    }
}

/// A training step that an engine has compiled, with the model and the optimizer's state, which are there.
pub struct Training<'e, I, M, T> {
    engine: &'e mut Engine,
    number: u64,
    code: Code,
    takes: PhantomData<fn(I, M) -> T>,
}

impl<I: Given, M: Parameters<T>, T: Element + Real + FileElement> Training<'_, I, M, T> {
    /// A step: gives the loss before it.
    ///
    /// # Errors
    /// As [`Loaded::run`].
    pub fn step(&mut self, inputs: I::By<'_>) -> Result<T, EngineError> {
        let mut writer = Writer::new(&self.code, self.code.state);
        I::put(inputs, &mut writer)?;
        let inputs = writer.finish(self.code.arguments.len() - self.code.state)?;
        let count = self.engine.run(self.number, true, &inputs)?;
        let mut reader = Reader::new(&mut self.engine.from, count);
        let loss = reader.tensor::<T>(T::TYPE, &[]);
        reader.skip()?;
        Ok(loss?[0])
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
        let number = self.number;
        let count = self.engine.ask(Ask::GetState, |to| Ok(super::wire::number(to, number)?))?;
        let mut reader = Reader::new(&mut self.engine.from, count);
        let result = super::training::take_state(&mut reader, &self.code, model, optimizer);
        reader.skip()?;
        result
    }
}
