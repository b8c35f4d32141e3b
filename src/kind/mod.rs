//! Kinds of tensors: how what is written once is computed. At once, or at once and recorded for the way back.
//!
//! A kind is a parameter of tensors and views, never of a model. What differs between kinds is here and in what an operation hands to them: how
//! it computes its result's elements from eager views of its operands, and its way [`Back`], by which a gradient of the result becomes
//! gradients of the operands.

mod back;
pub(crate) mod checkpoint;
pub(crate) mod graph;
mod joins;
pub(crate) mod lowering;
mod operands;
pub(crate) mod outlined;
mod role;
mod scalar;
pub(crate) mod traced;
pub(crate) mod watch;

#[cfg(feature = "alloc")]
pub use back::Real;
#[cfg(feature = "alloc")]
pub(crate) use back::held;
#[cfg(feature = "alloc")]
pub(crate) use back::{Back, Backward, Gradients, OperandSet, Reads, Step};
#[cfg(feature = "graph")]
pub use graph::Graph;
#[cfg(feature = "alloc")]
pub use joins::{Decided, Undecided};
pub use joins::{Joins, MaybeKind};
#[cfg(feature = "graph")]
pub(crate) use lowering::{Lower, LowerAt, Lowering};
pub(crate) use operands::Operands;
#[cfg(feature = "alloc")]
pub(crate) use operands::{Extent, Geometry};
#[cfg(feature = "alloc")]
pub use outlined::Outlined;
#[cfg(feature = "alloc")]
pub use role::Role;
use scalar::FloatKind;
pub use scalar::{Scalar, Scalars};
#[cfg(feature = "alloc")]
pub use traced::Traced;

#[cfg(feature = "alloc")]
use crate::shape::Shape;
#[cfg(feature = "alloc")]
use crate::shape::dims::Dims;
#[cfg(feature = "alloc")]
use crate::storage::Buffer;

/// How a tensor of elements `T` is computed. [`Eager`]: at once; it is the default of [`Tensor`](crate::Tensor) and [`View`](crate::View).
/// Sealed.
///
/// Functions of tensors that serve every kind take it as one more parameter, and models none: what they take is an
/// [`Operand`](crate::Operand), whose kind is `X::Kind`.
///
/// ```
/// use shaped::{Kind, prelude::*};
/// fn standardised<L: Shape, D: Size, K: Kind>(x: &Tensor<f32, (L, D), K>) -> Tensor<f32, (L, D), K> {
///     let centred = x - x.mean_keepdim(Axis::<-1>);
///     let variance = centred.square().mean_keepdim(Axis::<-1>);
///     centred / (variance + 1e-5).sqrt()
/// }
/// let y = standardised(&tensor![[1.0, 3.0], [7.0, 5.0]]);
/// assert!(y.all_close(&tensor![[-1.0, 1.0], [1.0, -1.0]], 1e-4, 1e-4));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not known to be a kind of tensors of `{T}`",
    label = "an operand says its elements, `X: Operand<Elem = {T}, Shape = …>`; a generic kind needs the bound `Kind<{T}>`: `use shaped::Kind`",
    note = "kinds are how tensors are computed: at once, as those without a third parameter, or recorded on a tape; of an operand `X` it is `X::Kind`"
)]
pub trait Kind<T = f32>: Sized + sealed::Sealed + Scalars<T> + FloatKind {
    /// What a tensor holds.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    type Storage;

    /// What a view knows of the tensor that it is a view of, beside its elements.
    #[doc(hidden)]
    type Note: Copy;

    /// Whether its tensors have their elements: what [`Kind::look`] gives then.
    #[doc(hidden)]
    const NUMBERS: bool;

    /// Whether an operation may leave a function of its result's elements to the next one, which does it on the way.
    #[doc(hidden)]
    const FUSES: bool;

    /// The elements, where they are there to be read, and what a view of them knows.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn look(storage: &Self::Storage) -> (Option<&[T]>, Self::Note);

    /// What a view beside one that knows `note` knows of elements `x` that no tensor of this kind holds, such as one value for all.
    #[doc(hidden)]
    fn foreign(note: Self::Note, x: &[T]) -> Self::Note;

    /// What a view beside one that knows `note` knows of a model's parameter, which lies at `x`.
    #[doc(hidden)]
    fn parameter(note: Self::Note, x: &[T]) -> Self::Note;

    /// The tensor that a view of all of it knows by `note`, if this kind holds it without a copy.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn held(_note: Self::Note) -> Option<Self::Storage> {
        None
    }

    /// The same numbers, of which nothing is differentiated.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn detached(storage: &Self::Storage) -> Self::Storage
    where
        T: Clone;

    /// A random seed, another one each time, while a model is trained; none else. Where there are no numbers: the number of the seed, which is drawn
    /// when they are.
    #[doc(hidden)]
    fn seed(_note: Self::Note) -> Option<u64> {
        None
    }

    /// Whether a model is being trained.
    #[doc(hidden)]
    fn training(_note: Self::Note) -> bool {
        false
    }

    /// While a model is trained: news for its buffer that lies at `at`.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn report(_note: Self::Note, _at: &[T], _news: impl FnOnce() -> Buffer<T>) {}

    /// Where there are no numbers to report: the model's buffer that lies at `at` goes by `momentum` towards what the batch norm before has taken, its
    /// mean, 0, or its variance, 1.
    #[doc(hidden)]
    #[inline(always)]
    fn blend(_note: Self::Note, _at: &[T], _which: usize, _momentum: f64) {}

    /// A layer of this type is about to be used, beside what knows the note.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn entered(_note: impl FnOnce() -> Self::Note, _layer: fn() -> &'static str, _takes: impl FnOnce() -> Dims) {}

    /// The layer that was entered last has been used.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn left(_note: impl FnOnce() -> Self::Note, _gives: impl FnOnce() -> Dims) {}

    /// What an operation makes of operands: elements of the shape `to`, row by row.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn apply_op<X: Operands<T, Self>, B: Back<T>, O: Shape>(
        operands: X,
        to: O,
        forward: impl FnOnce(X::Eager) -> Buffer<T>,
        back: B,
    ) -> Self::Storage;

    /// As [`apply_op`](Self::apply_op), of an operation that may find that its data are no such data; then nothing was done.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn try_apply_op<X: Operands<T, Self>, B: Back<T>, O: Shape, E>(
        operands: X,
        to: O,
        forward: impl FnOnce(X::Eager) -> Result<Buffer<T>, E>,
        back: B,
    ) -> Result<Self::Storage, E>;

    /// As [`apply_op`](Self::apply_op), of an operation of a program's own, which says its result's shape as it computes it.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn own<X: Operands<T, Self>, B: Back<T>, O: Shape>(
        operands: X,
        forward: impl FnOnce(X::Eager) -> (Buffer<T>, O),
        back: impl FnOnce(O) -> B,
    ) -> (Self::Storage, O);

    /// What is left of all elements.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn fold_op<X: Operands<T, Self>, B: Back<T>>(
        operands: X,
        forward: impl FnOnce(X::Eager) -> T,
        back: B,
    ) -> Scalar<Self, T>;

    /// What is left of all elements.
    #[doc(hidden)]
    #[cfg(not(feature = "alloc"))]
    fn fold_op<X: Operands<T, Self>>(operands: X, forward: impl FnOnce(X::Eager) -> T) -> Scalar<Self, T>;

    /// One value, as a tensor of it holds it.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn of_one(value: Scalar<Self, T>) -> Self::Storage;

    /// The memory of a tensor that nobody else needs, to be used again, and what makes a tensor of it; or the tensor, if what becomes of it is
    /// recorded.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn reuse(storage: Self::Storage) -> Result<Reused<T, Self>, Self::Storage>;

    /// What an operation makes of a tensor, its operand of this number, in the memory of that, beside other operands; or the tensor, if its
    /// elements are needed by somebody else or on the way back.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn over_op<X: Operands<T, Self>, B: Back<T>>(
        storage: Self::Storage,
        operand: usize,
        others: X,
        forward: impl FnOnce(Buffer<T>, X::Eager) -> Buffer<T>,
        back: B,
    ) -> Result<Self::Storage, Self::Storage>;
}

/// Memory to be used again, and what makes a tensor of it.
#[cfg(feature = "alloc")]
pub(crate) type Reused<T, K> = (Buffer<T>, fn(Buffer<T>) -> <K as Kind<T>>::Storage);

/// A kind whose tensors have their elements: they can be read.
///
/// # Safety
/// [`Kind::look`] gives elements, and `Kind::NUMBERS` says so.
#[diagnostic::on_unimplemented(
    message = "elements of a tensor of kind `{Self}` cannot be read",
    label = "what runs for every kind may only compute with tensors",
    note = "ask for operands whose elements are there, `X: Values`, or for a tensor of the default kind, `&Tensor<{T}, S>`; a trace's are in what its program gives"
)]
#[allow(unsafe_code)] // unsafe code reads the elements
pub unsafe trait Numbers<T>: Kind<T> {}

/// Computed at once: the default. PyTorch's `torch.no_grad()`, as a type.
#[derive(Clone, Copy, Debug)]
pub struct Eager;

impl<T> Kind<T> for Eager {
    #[cfg(feature = "alloc")]
    type Storage = Buffer<T>;
    type Note = ();
    const NUMBERS: bool = true;
    const FUSES: bool = true;

    #[inline(always)]
    fn foreign((): (), _x: &[T]) {}

    #[inline(always)]
    fn parameter((): (), _x: &[T]) {}

    #[cfg(not(feature = "alloc"))]
    #[inline(always)]
    fn fold_op<X: Operands<T, Self>>(operands: X, forward: impl FnOnce(X::Eager) -> T) -> T {
        forward(operands.eager())
    }

    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn fold_op<X: Operands<T, Self>, B: Back<T>>(operands: X, forward: impl FnOnce(X::Eager) -> T, _back: B) -> T {
        forward(operands.eager())
    }

    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn look(storage: &Buffer<T>) -> (Option<&[T]>, ()) {
        (Some(storage.as_slice()), ())
    }

    #[cfg(feature = "alloc")]
    fn detached(storage: &Buffer<T>) -> Buffer<T>
    where
        T: Clone,
    {
        storage.clone()
    }

    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn apply_op<X: Operands<T, Self>, B: Back<T>, O: Shape>(
        operands: X,
        _to: O,
        forward: impl FnOnce(X::Eager) -> Buffer<T>,
        _back: B,
    ) -> Buffer<T> {
        forward(operands.eager())
    }

    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn try_apply_op<X: Operands<T, Self>, B: Back<T>, O: Shape, E>(
        operands: X,
        _to: O,
        forward: impl FnOnce(X::Eager) -> Result<Buffer<T>, E>,
        _back: B,
    ) -> Result<Buffer<T>, E> {
        forward(operands.eager())
    }

    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn own<X: Operands<T, Self>, B: Back<T>, O: Shape>(
        operands: X,
        forward: impl FnOnce(X::Eager) -> (Buffer<T>, O),
        _back: impl FnOnce(O) -> B,
    ) -> (Buffer<T>, O) {
        forward(operands.eager())
    }

    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn of_one(value: T) -> Buffer<T> {
        Buffer::from_vec(alloc::vec::Vec::from([value]))
    }

    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn reuse(storage: Buffer<T>) -> Result<Reused<T, Self>, Buffer<T>> {
        Ok((storage, |buffer| buffer))
    }

    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn over_op<X: Operands<T, Self>, B: Back<T>>(
        storage: Buffer<T>,
        _operand: usize,
        others: X,
        forward: impl FnOnce(Buffer<T>, X::Eager) -> Buffer<T>,
        _back: B,
    ) -> Result<Buffer<T>, Buffer<T>> {
        Ok(forward(storage, others.eager()))
    }
}

// SAFETY: the elements of its buffer.
#[allow(unsafe_code)]
#[diagnostic::do_not_recommend]
unsafe impl<T> Numbers<T> for Eager {}

pub(crate) mod sealed {
    pub trait Sealed {}
}
impl sealed::Sealed for Eager {}
