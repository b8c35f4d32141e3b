//! What an engine is to this library: a backend, and programs that it has compiled.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::error::EngineError;
use crate::hlo::ElementType;

/// What compiles programs: what an [`Engine`](super::Engine) is made of. XLA and IREE by Python are one, a PJRT plugin in this process (the package
/// `shaped-pjrt`) is another, and a program can have one of its own.
///
/// ```
/// use shaped::{graph::*, nn::*, prelude::*};
/// /// Computes nothing, and gives zeros.
/// struct Zeros;
/// impl Backend for Zeros {
///     fn load(&self, program: &Lowered, _: Vec<HostTensor>) -> Result<Box<dyn Executable>, EngineError> {
///         Ok(Box::new(Loaded(program.results.clone())))
///     }
/// }
/// struct Loaded(Vec<Slot>);
/// impl Executable for Loaded {
///     fn run(&mut self, _: Vec<HostTensor>, _: bool) -> Result<Vec<HostTensor>, EngineError> {
///         let zeros = |slot: &Slot| HostTensor {
///             dtype: slot.dtype,
///             sizes: slot.sizes.clone(),
///             bytes: vec![0; slot.sizes.iter().product::<usize>() * slot.dtype.size()],
///         };
///         Ok(self.0.iter().map(zeros).collect())
///     }
///     fn set(&mut self, _: usize, _: HostTensor) -> Result<(), EngineError> {
///         Ok(())
///     }
///     fn state(&mut self) -> Result<Vec<HostTensor>, EngineError> {
///         Ok(vec![])
///     }
/// }
///
/// let net = Linear::<dim!(3), dim!(2)>::default();
/// let program = Program::trace::<shape![3], _>(&net, ());
/// let y = Engine::new(Zeros).load(&program, &net)?.run(&tensor![1.0, 2.0, 3.0])?;
/// assert_eq!(y, tensor![0.0, 0.0]);
/// # Ok::<(), EngineError>(())
/// ```
pub trait Backend: Send + Sync {
    /// Compiles a program, and hands it its first arguments, as many as there are in `state`, which stay with it.
    ///
    /// # Errors
    /// If it does not compile it, or has too few devices.
    fn load(&self, program: &Lowered, state: Vec<HostTensor>) -> Result<Box<dyn Executable>, EngineError>;
}

/// A program that a [`Backend`] has compiled, with what stays there. It is given back when this value is dropped.
pub trait Executable: Send + Sync {
    /// Runs it, with the arguments that do not stay. If it `updates`, its last results are what stays from now on, and only those before are given.
    ///
    /// # Errors
    /// If it fails.
    fn run(&mut self, inputs: Vec<HostTensor>, updates: bool) -> Result<Vec<HostTensor>, EngineError>;

    /// Puts one tensor in place of what stays there as this argument.
    ///
    /// # Errors
    /// If it fails.
    fn set(&mut self, at: usize, tensor: HostTensor) -> Result<(), EngineError>;

    /// All that stays there.
    ///
    /// # Errors
    /// If it fails.
    fn state(&mut self) -> Result<Vec<HostTensor>, EngineError>;
}

/// A tensor on its way to a backend, or back: its elements row by row, the least significant byte first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostTensor {
    /// The type of an element.
    pub dtype: ElementType,
    /// Outermost axis first.
    pub sizes: Vec<usize>,
    /// As many as the elements have.
    pub bytes: Vec<u8>,
}

/// A program as a backend gets it: its text, and what that says of arguments and results. JAX's `Lowered`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Lowered {
    /// The program's text; its function is called `main`.
    pub stablehlo: String,
    /// What it takes, in this order.
    pub arguments: Vec<Slot>,
    /// What it gives.
    pub results: Vec<Slot>,
    /// The axes of the devices that it is cut over, outermost first, and how many devices each has. Empty for one device.
    pub mesh: Vec<(String, usize)>,
}

/// An argument or a result of a [`Lowered`] program.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Slot {
    /// What it is called.
    pub name: String,
    /// The type of an element.
    pub dtype: ElementType,
    /// Its sizes, of all devices together.
    pub sizes: Vec<usize>,
    /// For each axis the axis of the mesh that it is cut over.
    pub cuts: Vec<Option<String>>,
}
