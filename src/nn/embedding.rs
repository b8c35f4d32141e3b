//! The embedding layer.

use num_traits::{Float, Zero};

use super::converts::converts;
use super::module::{Layer, left};
use super::{Matrix, fields};
use crate::kind::traced::Ref;
use crate::kind::{Eager, Kind, Real, Traced};
use crate::ops::Embeddings;
use crate::shape;
use crate::shape::Shape;
use crate::shape::affine::{Embedded, Table};
use crate::shape::diagnostics::IndexNumber;
use crate::shape::layout::Layout;
use crate::shape::size::StaticSize;
use crate::tensor::Tensor;
use crate::view::{Operand, Values, View};

/// A row of a table for each index: `[..] -> [.., D]`, for indices of any integer type below `V`. PyTorch's `nn.Embedding(V, D)`.
///
/// It takes indices and gives floats, so it is no [`Module`](super::Module): it stands in front of one.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// let table = Embedding { weight: tensor![[0.0f32, 0.5], [1.0, 1.5], [2.0, 2.5]].into() };
/// assert_eq!(table.forward(&tensor![2u32, 0]), tensor![[2.0, 2.5], [0.0, 0.5]]);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{nn::*, prelude::*};
/// let table = Embedding { weight: tensor![[0.0f32, 0.5], [1.0, 1.5], [2.0, 2.5]].into() };
/// table.forward(&tensor![2.0, 0.0]);
/// ```
#[derive(Clone, Debug)]
#[rustfmt::skip] // the compiler shows the line
pub struct Embedding<V: StaticSize, D: StaticSize, T = f32> { // as `Embedding<dim!(1000), dim!(64)>`; other elements are last
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
    /// The rows that the indices name, eager or on a tape as the indices are.
    ///
    /// # Panics
    /// If an index is not below `V`.
    #[track_caller]
    pub fn forward<I: Indices<T>>(&self, ids: &I) -> Tensor<T, Embedded<shape![V, D], I::Shape>, I::Kind>
    where
        shape![V, D]: Table<I::Shape>,
    {
        I::Kind::entered(|| ids.note(), core::any::type_name::<Self>, || ids.places().shape().dims());
        left(self.weight.on::<I::Kind>(ids.note()).embedding(&ids.places()))
    }
}

/// What a module takes for its input. None takes this one's: the implementation below is there to say so where one is asked for.
#[diagnostic::on_unimplemented(
    message = "`{M}` is no `Module`: it takes whole numbers, and gives others",
    label = "call it first, `let x = embedding.forward(&ids)`, and then the modules behind it with `&x`",
    note = "in a struct of `model! {{ … }}` both are fields, and its own `forward` calls one after the other"
)]
pub trait InputOf<M, T> {
    /// The shape of what comes of it.
    type Output: Shape;
}

impl<S: Shape + InputOf<Self, U>, U, V: StaticSize, D: StaticSize, T> Layer<(S, U)> for Embedding<V, D, T> {
    type Output = <S as InputOf<Self, U>>::Output;
    fn forward<X: Operand<Elem = U, Shape = S>>(&self, _: &X) -> Tensor<U, Self::Output, X::Kind> {
        unreachable!("of no shape")
    }
}

/// What an [`Embedding`] of elements `T` takes: tensors and views of integers, and those that [`Tracer::indices`](crate::grad::Tracer::indices) has
/// put on a tape. A model that starts from numbers of words takes `I: Indices<Shape = …>` and gives a tensor of kind `I::Kind`. No program
/// implements it.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// fn words<L: Shape, N: Size, I: Indices<Shape = (L, N)>>(
///     table: &Embedding<dim!(1000), dim!(64)>,
///     ids: &I,
/// ) -> Tensor<f32, ((L, N), dim!(64)), I::Kind> {
///     table.forward(ids)
/// }
/// let x: Tensor<f32, shape![2, 64]> = words(&Embedding::default(), &tensor![7, 999]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` are no indices",
    label = "integers are needed: a tensor or view of them, or `tape.indices(&ids)`"
)]
pub trait Indices<T = f32> {
    /// Their shape.
    type Shape: Shape;
    /// The type of an index.
    type Index: IndexNumber;
    /// The kind of what is looked up by them.
    type Kind: Kind<T>;
    /// How they lie in memory.
    #[doc(hidden)]
    type Lie: Layout<Self::Shape>;

    #[doc(hidden)]
    fn places(&self) -> View<'_, Self::Index, Self::Shape, Self::Lie>;
    #[doc(hidden)]
    fn note(&self) -> <Self::Kind as Kind<T>>::Note;
}

#[diagnostic::do_not_recommend]
impl<T, X: Values<Elem: IndexNumber>> Indices<T> for X {
    type Shape = X::Shape;
    type Index = X::Elem;
    type Kind = Eager;
    type Lie = X::Layout;
    fn places(&self) -> View<'_, X::Elem, X::Shape, X::Layout> {
        self.view()
    }
    fn note(&self) {}
}

/// Indices on a tape: what [`Tracer::indices`](crate::grad::Tracer::indices) gives.
pub struct TapeIndices<'t, X, T> {
    ids: X,
    note: Ref<'t, T>,
}

impl<'t, X, T> TapeIndices<'t, X, T> {
    pub(crate) fn new(ids: X, note: Ref<'t, T>) -> Self {
        TapeIndices { ids, note }
    }
}

/// What [`Indices`] say that are `ids` beside tensors of a kind, which are noted by their `note`.
macro_rules! noted {
    ($ids:ty, $kind:ty) => {
        type Shape = <$ids as Operand>::Shape;
        type Index = <$ids as Operand>::Elem;
        type Kind = $kind;
        type Lie = <$ids as Operand>::Layout;
        fn places(&self) -> View<'_, Self::Index, Self::Shape, Self::Lie> {
            self.ids.view()
        }
        fn note(&self) -> <$kind as Kind<T>>::Note {
            self.note
        }
    };
}
pub(crate) use noted;

#[diagnostic::do_not_recommend]
impl<'t, T: Real, X: Values<Elem: IndexNumber>> Indices<T> for TapeIndices<'t, X, T> {
    noted!(X, Traced<'t>);
}

fields!([V: StaticSize, D: StaticSize, T: Float] Embedding<V, D, T> { weight } reset |layer, uniform| {
    // Normal numbers, as in PyTorch, by Box and Muller.
    for element in layer.weight.as_mut_slice() {
        let (radius, angle) = ((-2.0 * Float::ln(1.0 - uniform())).sqrt(), core::f64::consts::TAU * uniform());
        *element = crate::ops::reduce::float(radius * Float::cos(angle));
    }
});
converts! {
    [V: StaticSize, D: StaticSize] Embedding<V, D, T>, Embedding Embedding<V, D, U> { weight; };
}
