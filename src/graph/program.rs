//! `Program`: what was traced, as text, as a table, cut over devices.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use super::code::{Code, Operation, dot, sharded, table};
use super::exchange::Taken;
use crate::hlo::Cost;

/// What was traced, of a model of elements `T`: takes `I`, a tensor or a tuple of them, and gives `O`.
///
/// ```
/// use shaped::{graph::Program, nn::*, prelude::*};
/// let net = (Linear::<dim!(4), dim!(3)>::default(), Tanh);
/// let program: Program<Tensor<f32, shape![2, 4]>, Tensor<f32, shape![2, 3]>> = Program::trace(&net, ());
/// assert_eq!(program.operations().last().unwrap().name, "tanh");
/// ```
///
/// A program is for its shapes:
///
/// ```compile_fail,E0308
/// use shaped::{graph::Program, nn::*, prelude::*};
/// let net = (Linear::<dim!(4), dim!(3)>::default(), Tanh);
/// let program: Program<Tensor<f32, shape![2, 4]>, Tensor<f32, shape![2, 4]>> = Program::trace(&net, ());
/// ```
pub struct Program<I = (), O: Taken = (), T = f32> {
    pub(super) code: Code,
    pub(super) spec: O::Spec,
    takes: PhantomData<fn(I, T) -> O>,
}

impl<I, O: Taken, T> Program<I, O, T> {
    pub(super) fn new(code: Code, spec: O::Spec) -> Self {
        Program { code, spec, takes: PhantomData }
    }

    /// The program in StableHLO's text. Its first lines say what it takes and gives; numbers are written as bits.
    pub fn stablehlo(&self) -> String {
        self.code.text()
    }

    /// Writes the text to a file, `net.mlir`, all or nothing.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn save(&self, path: impl AsRef<std::path::Path>) -> Result<(), crate::io::FileError> {
        crate::io::save(path.as_ref(), &[self.stablehlo().as_bytes()])
    }

    sharded! {
        /// Cuts a run-time axis over so many devices: of all inputs that have it. Data parallelism, if it is the batch. XLA puts in what has to be
        /// communicated; several axes make a mesh.
        ///
        /// ```
        /// use shaped::{graph::Program, nn::*, prelude::*};
        /// axis!(Batch);
        /// let net = Linear::<dim!(4), dim!(3)>::default();
        /// let program = Program::trace::<shape![Batch, 4], _>(&net, Batch(64)).shard(Batch, 8);
        /// assert!(program.stablehlo().contains(r#"sdy.mesh @mesh = <["Batch"=8]>"#));
        /// ```
        ///
        /// # Panics
        /// If no input has the axis, or the parts would not be equal.
        fn shard;

        /// Cuts an axis of a parameter over the devices of the mesh's axis of this name, which are so many. Tensor parallelism.
        ///
        /// ```
        /// use shaped::{graph::Program, nn::*, prelude::*};
        /// let net = (Linear::<dim!(4), dim!(8)>::default(), Relu, Linear::<dim!(8), dim!(2)>::default());
        /// let program = Program::trace::<shape![5, 4], _>(&net, ())
        ///     .shard_parameter("0.weight", 0, "hidden", 2)
        ///     .shard_parameter("2.weight", 1, "hidden", 2);
        /// assert!(program.stablehlo().contains(r#"sdy.sharding<@mesh, [{}, {"hidden"}]>"#));
        /// ```
        ///
        /// # Panics
        /// If there is no such parameter or axis, the parts would not be equal, or the mesh's axis has another number of devices.
        fn shard_parameter;
    }

    /// What all operations cost together. JAX's `cost_analysis()`.
    pub fn cost(&self) -> Cost {
        self.code.operations().iter().map(|one| one.cost).sum()
    }

    /// The operations, each after those that it is of.
    pub fn operations(&self) -> Vec<Operation> {
        self.code.operations()
    }

    /// A table of the operations: what they are of, what they give, what they cost; and of the parameters. As `torchinfo` prints it.
    pub fn table(&self) -> String {
        table(&self.code)
    }

    /// The graph in the language of Graphviz, to be drawn by `dot -Tsvg`.
    pub fn to_dot(&self) -> String {
        dot(&self.code)
    }
}

impl<I, O: Taken, T> fmt::Debug for Program<I, O, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.table())
    }
}
