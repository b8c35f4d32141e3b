#![doc = include_str!("../README.md")]
#![no_std]
// Without an allocator nothing owns memory that could be used again.
#![cfg_attr(not(feature = "alloc"), allow(dead_code))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod error;
mod expr;
mod interop;
mod ops;
mod shape;
mod storage;
mod tensor;
mod view;

pub use error::{LengthError, SizeError};
#[cfg(feature = "alloc")]
pub use ops::{NotStretched, same_shape};
pub use ops::{RunTimeAxes, same_sizes};
pub use shape::axes::{Axis, Indexed, Squeeze, Squeezed, Unsqueeze, Unsqueezed};
pub use shape::broadcast::{Assign, Broadcast, BroadcastTo, Broadcasted, SameShape};
pub use shape::chunks::ChunksOf;
pub use shape::convert::{Fix, Free, Rename};
pub use shape::join::{Concat, Concatenated, Stack, Stacked};
pub use shape::list::Sizes;
pub use shape::narrow::{Narrow, Narrowed};
pub use shape::permute::{AxesSwapped, Permute, Permuted, SwapAxes, Transpose, Transposed};
pub use shape::product::{MatMul, MatMulOf};
pub use shape::reduce::{Reduce, Reduced, ReducedKeepDim};
pub use shape::reshape::{AxesFlattened, Flatten, FlattenAxes, Flattened, Reshape};
pub use shape::run_time::RunTimeSizes;
pub use shape::size::{Dim, One, Size, StaticSize};
pub use shape::{Shape, StaticShape};
pub use tensor::Inline;
#[cfg(feature = "alloc")]
pub use tensor::Tensor;
pub use view::{Chunked, Layout, NamedAxes, Operand, RowMajor, Stretched, Strided, View, ViewMut};

/// Sizes of four digits and more, and arithmetic on sizes.
pub mod size {
    pub use crate::shape::size::{
        ArraySize, Digits4, Digits5, Digits6, Digits7, Digits8, Digits9, Digits10, Digits11, Digits12, Digits13,
        Digits14, Digits15, Digits16, Digits17, Digits18, Digits19, Digits20, Dim, FromNat, One, Product, Size,
        StaticSize, Sum,
    };
}

/// Elements of a tensor or view, in row-major order.
pub mod iter {
    pub use crate::view::{Chunks, ChunksMut, Iter};
}

/// What most programs need: `use shaped::prelude::*;`.
pub mod prelude {
    pub use crate::same_sizes;
    pub use crate::{
        Axis, Broadcast, BroadcastTo, Broadcasted, Chunked, Dim, Inline, NamedAxes, One, Operand, Shape, Size,
        StaticShape, StaticSize, View, ViewMut, axes, axis, dim, shape,
    };
    #[cfg(feature = "alloc")]
    pub use crate::{Tensor, same_shape, tensor};
}

/// What the compiler's errors name in their `help:` lines; nothing here is for use.
///
/// Each trait decides one thing, and carries the text that is printed where it does not hold. (They are public and visible so
/// that the compiler prints their names without a path.)
pub mod errors {
    pub use crate::shape::axes::HasSize;
    pub use crate::shape::broadcast::Misfit;
    pub use crate::shape::convert::{Fixing, Freeing, RunTime};
    pub use crate::shape::diagnostics::{
        Accept, AcceptAssign, AcceptTo, AllElseEqual, Axes, AxisSet, Contiguous, EveryAxis, FlattenAt, GivenBy,
        InnerSize, Inserted, IsOne, JoinAt, KeepsLeft, KeepsTarget, LastTwo, Locate, LongEnough, Matrices, Meet,
        MergeAt, NarrowAt, NotYetNamed, Numeral, Once, Outermost, ReduceBy, Removed, Same, SameAxes, SameNumel, Square,
        Stackable, SwapAt, SwappedAt, TakeAt, Zip,
    };
    pub use crate::shape::diagnostics::{
        ChunkAt, ChunkOfRunTime, FixTo, FreeTo, Pairs, SameNumbers, SameRank, SomeElements,
    };
    pub use crate::shape::number::No;
}

/// What the macros expand to; not part of the public interface.
#[doc(hidden)]
pub mod __private {
    use crate::shape::broadcast::{Differ, Fits};
    use crate::shape::number::Bool;
    use crate::shape::size::Size;

    pub use crate::shape::axis::{digit, hash};
    pub use crate::shape::convert::{Fixing, Freeing, RunTime};
    pub use crate::shape::diagnostics::Meet;
    pub use crate::shape::digits::{D, Digits};
    pub use crate::shape::list::{Countable, Flat, Is, countable};
    pub use crate::shape::number::{Nat, No, Yes};
    pub use crate::shape::size::{JoinBits, ten_bits};
    #[cfg(feature = "alloc")]
    pub use crate::tensor::{tensor1, tensor2, tensor3, tensor4, tensor5, tensor6};
    pub use typenum::{U1, UTerm};

    /// The verdict on `L` against `R`, neither of which is `One`.
    pub type Met<L, R> =
        <<<L as Size>::Spelling as Digits>::Eq<<R as Size>::Spelling> as Bool>::If<Fits<L>, Differ<L, R>>;
}
