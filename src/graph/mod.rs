//! The same typed programs beyond one CPU: as StableHLO, which XLA and IREE compile for GPUs, TPUs and several machines.
//!
//! A [`Trace`] runs a model once on tensors of the kind [`Graph`](crate::Graph), which have shapes and no elements, and notes what is computed. Model
//! code is the same as ever, and so are its errors: shapes are checked by the compiler, before anything is traced. What comes out is a
//! [`Program`]: text that says what it takes and gives by name, and that [`Engine`]s run.
//!
//! ```
//! use shaped::{graph::Trace, nn::*, prelude::*};
//! axis!(Batch);
//! let net = (Linear::<dim!(64), dim!(32)>::default(), Relu, Linear::<dim!(32), dim!(10)>::default());
//! let trace = Trace::new(&net);
//! let x = trace.input::<shape![Batch, 64]>(Batch(8));
//! let program = trace.program(&x, net.forward(&x));
//! assert!(program.stablehlo().contains(r#"// argument 0: tensor<32x64xf32> "0.weight""#));
//! assert!(program.stablehlo().contains("stablehlo.dot_general"));
//! ```
//!
//! ```no_run
//! # use shaped::{graph::{Engine, Trace}, nn::*, prelude::*};
//! # axis!(Batch);
//! # let net = (Linear::<dim!(64), dim!(32)>::default(), Relu, Linear::<dim!(32), dim!(10)>::default());
//! # let trace = Trace::new(&net);
//! # let x = trace.input::<shape![Batch, 64]>(Batch(8));
//! # let program = trace.program(&x, net.forward(&x));
//! let engine = Engine::xla()?; // by Python: `pip install jax==0.10.2`
//! let mut loaded = engine.load(&program, &net)?; // the weights go over once
//! let images = Tensor::<f32, shape![Batch, 64]>::ones_with(Batch(8));
//! let y: Tensor<f32, shape![Batch, 10]> = loaded.run(&images)?;
//! # Ok::<(), shaped::graph::EngineError>(())
//! ```
//!
//! # What a program knows
//!
//! Parameters are arguments, called as in [`state_dict`](crate::nn::Parameters); a parameter of a model that was not handed to the trace is a
//! constant. Run-time axes have the sizes of the trace: a program is for one batch size. Labels and numbers of words are arguments, too, if they come in
//! by [`Trace::labels`] and [`Trace::indices`]; all other eager numbers that meet a noted tensor are constants. An index that names nothing, which is
//! a panic on the core, names what is nearest in a table there, and no class of a loss: engines do not look.
//!
//! Layers compute as in a trained model, where nothing is dropped and batch norm takes its running statistics, unless the trace trains
//! ([`Trace::train`]).
//!
//! The steps of a recurrent layer are written one after the other, so that a program is as long as the sequences that it was traced with.
//!
//! What has no lowering yet does not compile (in `cargo build`, error E0080): `map_dual`, and operations of a program's own
//! ([`grad::custom`](crate::grad)). What looks at elements does not compile either, as in any code that serves every kind.

mod backend;
mod code;
mod engine;
mod error;
mod exchange;
mod process;
mod program;
mod trace;
mod training;
mod wire;

pub use backend::{Backend, Executable, HostTensor, Lowered, Slot};
pub use code::Operation;
pub use engine::{Engine, Loaded, Training};
pub use error::EngineError;
pub use exchange::{Given, Gradient, GraphIndices, Inputs, Outputs, Taken};
pub use process::RUNNER;
pub use program::Program;
pub use trace::Trace;
pub use training::TrainStep;

pub use crate::hlo::{Cost, Element, ElementType};
pub use crate::optim::LoweredOptimizer;
