//! Engines that a Python process runs: XLA and IREE.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::backend::{Backend, Executable, HostTensor, Lowered};
use super::error::EngineError;
use crate::hlo::ElementType;

/// The program in Python that runs programs: for a machine without Rust, too. Its first lines say how it is called.
pub const RUNNER: &str = include_str!("runner.py");

/// The process, one question at a time.
pub(super) struct Python(Arc<Mutex<Process>>);

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

impl Python {
    pub(super) fn start(options: &[&str], packages: &str) -> Result<Self, EngineError> {
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
        Ok(Python(Arc::new(Mutex::new(process))))
    }
}

/// Whoever asked last may have panicked; the process answers whole questions.
fn locked(process: &Mutex<Process>) -> MutexGuard<'_, Process> {
    process.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Process {
    /// Asks, and gives the tensors of the answer, if that is none of an error.
    fn ask(
        &mut self,
        what: Ask,
        f: impl FnOnce(&mut BufWriter<ChildStdin>) -> io::Result<()>,
    ) -> Result<Vec<HostTensor>, EngineError> {
        number(&mut self.to, what as u64)?;
        f(&mut self.to)?;
        self.to.flush()?;
        if read_number(&mut self.from)? == 0 {
            let count = read_number(&mut self.from)?;
            return (0..count).map(|_| read_tensor(&mut self.from)).collect();
        }
        let len = read_number(&mut self.from)?;
        let mut words = vec![];
        (&mut self.from).take(len).read_to_end(&mut words)?;
        Err(EngineError::Failed(String::from_utf8_lossy(&words).into_owned()))
    }
}

impl Backend for Python {
    fn load(&self, program: &Lowered, state: Vec<HostTensor>) -> Result<Box<dyn Executable>, EngineError> {
        let mut process = locked(&self.0);
        let text = program.stablehlo.as_bytes();
        process.ask(Ask::Compile, |to| {
            number(to, text.len() as u64)?;
            to.write_all(text)
        })?;
        let program = process.programs;
        process.programs += 1;
        let loaded = There { process: self.0.clone(), number: program };
        process.ask(Ask::SetState, |to| {
            number(to, program)?;
            write_tensors(to, &state)
        })?;
        Ok(Box::new(loaded))
    }
}

/// A program that is in the process.
struct There {
    process: Arc<Mutex<Process>>,
    number: u64,
}

impl Executable for There {
    fn run(&mut self, inputs: Vec<HostTensor>, updates: bool) -> Result<Vec<HostTensor>, EngineError> {
        locked(&self.process).ask(Ask::Run, |to| {
            number(to, self.number)?;
            number(to, updates.into())?;
            write_tensors(to, &inputs)
        })
    }

    fn set(&mut self, at: usize, tensor: HostTensor) -> Result<(), EngineError> {
        locked(&self.process).ask(Ask::SetOne, |to| {
            number(to, self.number)?;
            number(to, at as u64)?;
            write_tensors(to, &[tensor])
        })?;
        Ok(())
    }

    fn state(&mut self) -> Result<Vec<HostTensor>, EngineError> {
        locked(&self.process).ask(Ask::GetState, |to| number(to, self.number))
    }
}

impl Drop for There {
    fn drop(&mut self) {
        // An engine that is gone has forgotten all.
        let _ = locked(&self.process).ask(Ask::Forget, |to| number(to, self.number));
    }
}

fn number(to: &mut impl Write, x: u64) -> io::Result<()> {
    to.write_all(&x.to_le_bytes())
}

fn read_number(from: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    from.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

fn write_tensors(to: &mut impl Write, tensors: &[HostTensor]) -> io::Result<()> {
    number(to, tensors.len() as u64)?;
    for one in tensors {
        number(to, one.dtype as u64)?;
        number(to, one.sizes.len() as u64)?;
        one.sizes.iter().try_for_each(|n| number(to, *n as u64))?;
        to.write_all(&one.bytes)?;
    }
    Ok(())
}

fn read_tensor(from: &mut BufReader<ChildStdout>) -> Result<HostTensor, EngineError> {
    let (kind, rank) = (read_number(from)?, read_number(from)?);
    let sizes = (0..rank).map(|_| Ok(read_number(from)? as usize)).collect::<io::Result<Vec<_>>>()?;
    let Some(dtype) = usize::try_from(kind).ok().and_then(|kind| ElementType::ALL.get(kind)).copied() else {
        return Err(EngineError::Failed(format!("a result of the unknown type {kind} and sizes {sizes:?}")));
    };
    let len = sizes.iter().product::<usize>() * dtype.size();
    let mut bytes = vec![];
    from.take(len as u64).read_to_end(&mut bytes)?;
    if bytes.len() < len {
        return Err(EngineError::Io(io::ErrorKind::UnexpectedEof.into()));
    }
    Ok(HostTensor { dtype, sizes, bytes })
}
