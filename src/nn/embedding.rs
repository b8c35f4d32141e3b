//! The embedding layer.

use num_traits::{Float, Zero};

use super::{Matrix, fields};
use crate::ops::Embeddings;
use crate::shape;
use crate::shape::Shape;
use crate::shape::affine::{Embedded, Table};
use crate::shape::diagnostics::IndexNumber;
use crate::shape::size::StaticSize;
use crate::tensor::Tensor;
use crate::view::{Operand, Values};

/// A row of a table for each index: `[..] -> [.., D]`, for indices of any integer type below `V`. PyTorch's `nn.Embedding(V, D)`.
///
/// It takes indices and gives floats, so it is no [`Module`](super::Module): it stands in front of one.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// let table = Embedding { weight: tensor![[0.0f32, 0.5], [1.0, 1.5], [2.0, 2.5]] };
/// assert_eq!(table.forward(&tensor![2u32, 0]), tensor![[2.0, 2.5], [0.0, 0.5]]);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{nn::*, prelude::*};
/// let table = Embedding { weight: tensor![[0.0f32, 0.5], [1.0, 1.5], [2.0, 2.5]] };
/// table.forward(&tensor![2.0, 0.0]);
/// ```
#[derive(Clone)]
pub struct Embedding<V: StaticSize, D: StaticSize, T = f32> {
    /// `[V, D]`
    pub weight: Matrix<V, D, T>,
}

/// A table of zeros.
impl<V: StaticSize, D: StaticSize, T: Clone + Zero> Default for Embedding<V, D, T> {
    fn default() -> Self {
        Embedding { weight: Matrix::zeros() }
    }
}

impl<V: StaticSize, D: StaticSize, T: Clone> Embedding<V, D, T> {
    /// The rows that the indices name.
    ///
    /// # Panics
    /// If an index is not below `V`.
    pub fn forward<I: Values<Elem: IndexNumber>>(&self, ids: &I) -> Tensor<T, Embedded<shape![V, D], I::Shape>>
    where
        shape![V, D]: Table<I::Shape>,
        I::Shape: Shape,
    {
        self.weight.embedding(ids)
    }
}

fields!([V: StaticSize, D: StaticSize, T: Float] Embedding<V, D, T> { weight } reset |layer, uniform| {
    // Normal numbers, as in PyTorch, by Box and Muller.
    for element in layer.weight.as_mut_slice() {
        let (radius, angle) = ((-2.0 * Float::ln(1.0 - uniform())).sqrt(), core::f64::consts::TAU * uniform());
        *element = crate::ops::reduce::float(radius * Float::cos(angle));
    }
});
