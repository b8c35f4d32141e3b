//! Gradients: the tape that records a step, and the way back to the parameters of a model.
//!
//! A step is a closure that computes a loss, one number, of tensors that the tape records. The [`Gradient`] of a model has its fields: each
//! is the derivative of the loss by that parameter, of the same static shape.
//!
//! ```
//! use shaped::{grad::Tape, nn::*, optim::*, prelude::*};
//! // y = w x + b, fitted to three points of y = 2 x - 1.
//! let (x, y) = (tensor![[0.0f32], [1.0], [2.0]], tensor![[-1.0f32], [1.0], [3.0]]);
//! let mut line = Linear::<dim!(1), dim!(1)>::default();
//! let mut tape = Tape::new(&line);
//! let mut sgd = Sgd::new(&line, 0.2);
//! for _ in 0..200 {
//!     let (_loss, gradient) = tape.value_and_grad(&line, |tape| {
//!         let error = line.forward(&tape.input(&x)) - tape.input(&y);
//!         error.square().mean_all()
//!     });
//!     sgd.step(&mut line, gradient);
//! }
//! assert!((line.weight.as_slice()[0] - 2.0).abs() < 1e-3);
//! ```

mod anomaly;
mod checkpoint;
mod custom;
mod forward;
mod tape;
mod tapes;
#[cfg(test)]
mod tests;
mod tracer;
mod words;

pub use crate::kernels::dual::Dual;
pub use crate::kind::{Eager, Kind, Numbers, Real, Scalar, Traced};
pub use crate::nn::gradient::Gradient;
pub use anomaly::{Anomaly, Checked};
pub use checkpoint::Checkpointed;
pub use custom::{CustomOperands, CustomShapes, custom};
pub use forward::{OfDual, along, hvp, jvp};
pub use tape::{Tape, grad, value_and_grad};
pub use tapes::Tapes;
pub use tracer::{Recorded, RecordedAs, RecordedIndices, TapeIndex, Tracer};
