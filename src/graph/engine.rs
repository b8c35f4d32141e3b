//! Engines: XLA and IREE, which a Python program beside this one starts, since no registry for Rust has them.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use std::io::{BufReader, BufWriter, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

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

/// An engine that is running: a process of its own, which ends with this value and the last program that it has loaded. Programs of one engine run
/// one after the other, from any thread.
///
/// It is Python, since XLA for CPUs comes as a Python package only: `SHAPED_PYTHON` if that is set, else `python3`. It opens no port, and gets programs
/// and tensors by its standard input.
///
/// ```no_run
/// use shaped::{graph::{Engine, Program}, nn::*, prelude::*};
/// let net = Linear::<dim!(3), dim!(2)>::default();
/// let program = Program::trace::<shape![5, 3], _>(&net, ());
/// let engine = Engine::xla()?;
/// let y: Tensor<f32, shape![5, 2]> = engine.load(&program, &net)?.run(&Tensor::ones())?;
/// # Ok::<(), shaped::graph::EngineError>(())
/// ```
pub struct Engine(Arc<Mutex<Process>>);

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Engine")
    }
}

/// The process.
struct Process {
    child: Child,
    to: BufWriter<ChildStdin>,
    from: BufReader<ChildStdout>,
    programs: u64,
}

impl Drop for Process {
    fn drop(&mut self) {
        // It reads until there is nothing, or is compiling what nobody waits for any more.
        let _ = self.child.kill();
        let _ = self.child.wait();
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
    Forget = 5,
    SetOne = 6,
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

    /// IREE on a GPU by Vulkan: by its command, started for each call.
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
        let mut process = Process { child, to: BufWriter::new(to), from: BufReader::new(from), programs: 0 };
        process.ask(Ask::Start, |_| Ok(())).map_err(|error| match error {
            EngineError::Failed(words) => missing(&words),
            EngineError::Io(error) => missing(&error),
            other => other,
        })?;
        Ok(Engine(Arc::new(Mutex::new(process))))
    }

    /// The process, by itself: one question at a time.
    fn process(&self) -> MutexGuard<'_, Process> {
        locked(&self.0)
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
        let number = self.process().load(&program.code, &state)?;
        let (code, spec) = (program.code.clone(), program.spec.clone());
        Ok(Loaded { engine: self.0.clone(), number, code, spec, takes: PhantomData })
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
        let number = self.process().load(&step.code, &state)?;
        Ok(Training { engine: self.0.clone(), number, code: step.code.clone(), takes: PhantomData })
    }
}

impl Process {
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

    /// Compiles a program, and hands it what stays with it; its number.
    fn load(&mut self, code: &Code, state: &Tensors) -> Result<u64, EngineError> {
        let number = self.compile(code)?;
        self.set_state(number, state)?;
        Ok(number)
    }

    /// Gives back what a program has.
    fn forget(&mut self, program: u64) {
        // An engine that is gone has forgotten all.
        let _ = self.ask(Ask::Forget, |to| Ok(number(to, program)?));
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

/// Whoever asked last may have panicked; the process answers whole questions.
fn locked(process: &Mutex<Process>) -> MutexGuard<'_, Process> {
    process.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A program that an engine has compiled, with a model's parameters.
pub struct Loaded<I, O: Taken> {
    engine: Arc<Mutex<Process>>,
    number: u64,
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
        let mut process = locked(&self.engine);
        let count = process.run(self.number, false, &inputs)?;
        let mut reader = Reader::new(&mut process.from, count);
        let result = O::take(&self.spec, &mut reader);
        reader.skip()?;
        result
    }
}

impl<I, O: Taken> Drop for Loaded<I, O> {
    fn drop(&mut self) {
        locked(&self.engine).forget(self.number);
    }
}

/// A training step that an engine has compiled, with the model and the optimizer's state, which are there.
pub struct Training<I, M, T> {
    engine: Arc<Mutex<Process>>,
    number: u64,
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
        let mut process = locked(&self.engine);
        let count = process.run(self.number, true, &inputs)?;
        let mut reader = Reader::new(&mut process.from, count);
        let loss = reader.tensor::<T>(T::TYPE, &[]);
        reader.skip()?;
        Ok(loss?[0])
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
        let (program, at) = (self.number, self.code.parameter(name));
        let mut writer = Writer::new(&self.code, at, at + 1);
        writer.tensor(N::TYPE, &[], &[x])?;
        let one = writer.finish(1)?;
        locked(&self.engine).ask(Ask::SetOne, |to| {
            number(to, program)?;
            number(to, at as u64)?;
            one.write(to)
        })?;
        Ok(())
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
        let mut process = locked(&self.engine);
        let count = process.ask(Ask::GetState, |to| Ok(super::wire::number(to, number)?))?;
        let mut reader = Reader::new(&mut process.from, count);
        let result = super::training::take_state(&mut reader, &self.code, model, optimizer);
        reader.skip()?;
        result
    }
}

impl<I, M, T> Drop for Training<I, M, T> {
    fn drop(&mut self) {
        locked(&self.engine).forget(self.number);
    }
}
