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
pub mod guide;
mod interop;
#[cfg(feature = "alloc")]
pub mod io;
#[cfg(feature = "alloc")]
pub mod nn;
mod ops;
mod shape;
mod storage;
mod tensor;
mod view;

pub use error::SizeError;
pub use error::{IndexError, LengthError};
pub use expr::lazy::Lazy;
#[cfg(feature = "alloc")]
pub use ops::Attentions;
#[cfg(feature = "alloc")]
pub use ops::Counting;
#[cfg(feature = "alloc")]
pub use ops::CrossEntropyOptions;
#[cfg(feature = "alloc")]
pub use ops::Dropouts;
#[cfg(feature = "alloc")]
pub use ops::Indexing;
pub use ops::IndexingMut;
#[cfg(feature = "alloc")]
pub use ops::Losses;
#[cfg(feature = "alloc")]
pub use ops::Order;
#[cfg(feature = "alloc")]
pub use ops::Rearrange;
pub use ops::RunTimeAxes;
#[cfg(feature = "alloc")]
pub use ops::Scans;
#[cfg(feature = "alloc")]
pub use ops::Sorting;
#[cfg(feature = "alloc")]
pub use ops::concat_all;
pub use ops::lazy::{IntoLazy, LazyOperand};
#[cfg(feature = "alloc")]
pub use ops::meshgrid;
pub use ops::same_sizes;
#[cfg(feature = "alloc")]
pub use ops::stack_all;
#[cfg(feature = "alloc")]
pub use ops::{
    Activations, CastError, Casts, Comparisons, Convolutions, Embeddings, Masks, Math, Normalizations, NotStretched,
    OperandOrScalar, Pooling, Projections, VectorProducts, same_shape, select,
};
pub use shape::affine::{Affine, AffineOf, Bias, Embedded, NoBias, Table};
pub use shape::attention::Attend;
pub use shape::attention::AttendMasked;
pub use shape::attention::Attended;
pub use shape::axes::{Axis, Indexed, Squeeze, Squeezed, Unsqueeze, Unsqueezed};
pub use shape::broadcast::{Assign, Broadcast, BroadcastTo, Broadcasted, SameShape};
pub use shape::chunks::ChunksOf;
pub use shape::conv::{
    ChannelBias, Convolve1d, Convolve2d, ConvolveTransposed2d, Convolved1d, Convolved2d, ConvolvedTransposed2d,
};
pub use shape::convert::Fix;
pub use shape::convert::Free;
pub use shape::convert::Rename;
pub use shape::diagnostics::IndexNumber;
pub use shape::heads::Heads;
pub use shape::index::CaseByCase;
pub use shape::index::Gather;
pub use shape::index::IndexAssign;
pub use shape::index::IndexSelect;
pub use shape::index::IndexSelected;
pub use shape::index::OneValueEach;
pub use shape::index::Scan;
pub use shape::index::Scatter;
pub use shape::index::Searchable;
pub use shape::index::TakeAlong;
pub use shape::index::TakenAlong;
pub use shape::index::TopK;
pub use shape::index::TopKOf;
pub use shape::join::ConcatAll;
pub use shape::join::StackAll;
pub use shape::join::{Concat, Concatenated, Stack, Stacked};
pub use shape::labels::{AxesMerged, MergeAxes, SplitAxis};
pub use shape::list::Sizes;
pub use shape::losses::ClassScores;
pub use shape::losses::ComparesWith;
pub use shape::losses::VectorsLike;
pub use shape::narrow::{Narrow, Narrowed};
pub use shape::normalize::GroupedChannels;
pub use shape::normalize::{Along, Channelwise, NormalizedBy};
pub use shape::parts::AxisIndexed;
pub use shape::parts::AxisMoved;
pub use shape::parts::Chunk;
pub use shape::parts::Chunked;
pub use shape::parts::Diagonal;
pub use shape::parts::Flip;
pub use shape::parts::IndexAxis;
pub use shape::parts::MoveAxis;
pub use shape::parts::NarrowWith;
pub use shape::parts::Slice;
pub use shape::parts::Sliced;
pub use shape::parts::Split;
pub use shape::parts::Triangle;
pub use shape::parts::Unflatten;
pub use shape::parts::Unflattened;
pub use shape::parts::Windowed;
pub use shape::parts::Windows;
pub use shape::permute::{AxesSwapped, Permute, Permuted, SwapAxes, Transpose, Transposed};
pub use shape::pool::{
    AdaptivePool1d, AdaptivePool2d, AdaptivelyPooled1d, AdaptivelyPooled2d, Pool1d, Pool2d, Pooled1d, Pooled2d,
    Upsample2d, Upsampled2d,
};
pub use shape::product::{MatMul, MatMulOf};
pub use shape::reduce::{Reduce, Reduced, ReducedKeepDim};
pub use shape::repeat::DiagonalMatrix;
pub use shape::repeat::Interleaved;
pub use shape::repeat::Pad;
pub use shape::repeat::Padded;
pub use shape::repeat::RepeatInterleave;
pub use shape::repeat::Tile;
pub use shape::repeat::Tiled;
pub use shape::repeat::VectorShape;
pub use shape::reshape::{AxesFlattened, Flatten, FlattenAxes, Flattened, Reshape};
pub use shape::run_time::RunTimeSizes;
pub use shape::select::{BroadcastThree, Select, Selected};
pub use shape::size::{Dim, One, Size, StaticSize};
pub use shape::vectors::{Cross, Dot, Outer, OuterOf, Trace};
pub use shape::window::{Conv, PerAxis, Pool, TransposedConv};
pub use shape::{Shape, StaticShape};
#[cfg(feature = "rand")]
pub use tensor::Fan;
#[cfg(feature = "rand")]
pub use tensor::Fans;
pub use tensor::Inline;
#[cfg(feature = "alloc")]
pub use tensor::Tensor;
pub use view::AxisViews;
pub use view::{Chunking, NamedAxes};
pub use view::{Layout, Operand, OperandMut, RowMajor, Stretched, Strided, View, ViewMut};

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
    pub use crate::view::ChunksMut;

    pub use crate::view::Chunks;

    pub use crate::view::OuterIterMut;

    pub use crate::view::AxisIter;

    pub use crate::view::Iter;
}

/// What most programs need: `use shaped::prelude::*;`.
pub mod prelude {
    pub use crate::same_sizes;

    pub use crate::NamedAxes;

    pub use crate::Chunking;

    #[cfg(feature = "alloc")]
    pub use crate::Rearrange;
    pub use crate::rearrange;
    #[cfg(feature = "alloc")]
    pub use crate::{VectorProducts, einsum};

    pub use crate::AxisViews;

    #[cfg(feature = "alloc")]
    pub use crate::Sorting;

    #[cfg(feature = "alloc")]
    pub use crate::Scans;

    #[cfg(feature = "alloc")]
    pub use crate::Order;

    #[cfg(feature = "alloc")]
    pub use crate::Indexing;

    #[cfg(feature = "alloc")]
    pub use crate::Counting;

    pub use crate::IndexingMut;

    #[cfg(feature = "alloc")]
    pub use crate::Losses;

    #[cfg(feature = "alloc")]
    pub use crate::Dropouts;

    #[cfg(feature = "alloc")]
    pub use crate::Attentions;

    #[cfg(all(feature = "alloc", feature = "safetensors"))]
    pub use crate::io::{TensorSink, TensorSource};
    #[cfg(feature = "alloc")]
    pub use crate::{
        Activations, Casts, Comparisons, Convolutions, Embeddings, Masks, Math, Normalizations, Pooling, Projections,
        Tensor, same_shape, select, tensor,
    };
    pub use crate::{
        Axis, Broadcast, BroadcastTo, Broadcasted, Conv, Dim, Inline, Lazy, One, Operand, Pool, Shape, Size,
        StaticShape, StaticSize, TransposedConv, View, ViewMut, axes, axis, dim, shape,
    };
}

/// What the compiler's errors name in their `help:` lines; nothing here is for use.
///
/// Each trait decides one thing, and carries the text that is printed where it does not hold. (They are public and visible so
/// that the compiler prints their names without a path.)
pub mod errors {
    // The compiler prints no short path for a name that a program uses by way of `use shaped::prelude::*`, but it does for
    // another name of the same type: `axis<1>`, not `shaped::Axis<1>`.
    #[doc(hidden)]
    pub use crate::{Axis as axis, Dim as dim, One as one};

    pub use crate::shape::number::No;

    pub use crate::shape::convert::RunTime;

    pub use crate::shape::convert::Freeing;

    pub use crate::shape::convert::Fixing;

    pub use crate::shape::axes::HasSize;

    #[cfg(feature = "alloc")]
    pub use crate::ops::SameElement;
    pub use crate::shape::at::Along;

    #[cfg(feature = "alloc")]
    pub use crate::ops::{ByElement, OneForAll};
    pub use crate::shape::broadcast::Misfit;
    #[doc(no_inline)]
    pub use crate::shape::diagnostics::*;
}

/// Labels of one letter, as errors of [`einsum!`] and [`rearrange!`] print them; nothing here is for use.
pub mod labels {
    pub use crate::shape::labels::AnyLeading;
    pub use crate::shape::letters::*;
}

/// What the macros expand to; not part of the public interface.
#[doc(hidden)]
pub mod __private {
    pub use crate::ops::debug_shape::question;
    pub use crate::shape::diagnostics::Answer;

    pub use crate::shape::number::No;

    pub use crate::shape::convert::RunTime;

    pub use crate::shape::convert::Freeing;

    pub use crate::shape::convert::Fixing;

    #[cfg(feature = "alloc")]
    pub use crate::ops::einsum::{HasElements, Pattern, Summand, einsum};
    #[cfg(feature = "alloc")]
    pub use crate::ops::relabel::merged;
    pub use crate::shape::labels::{AnyLeading, HasAxes, SplitInto};
    pub use crate::view::{Arrangement, rearranged};
    #[cfg(feature = "alloc")]
    pub use alloc::vec::Vec;

    use crate::shape::broadcast::{Differ, Fits};
    use crate::shape::number::Bool;
    use crate::shape::size::Size;

    pub use crate::shape::axis::{digit, hash};
    pub use crate::shape::diagnostics::Meet;
    pub use crate::shape::digits::{D, Digits};
    pub use crate::shape::list::{Countable, Flat, Is, countable};
    pub use crate::shape::number::{Nat, Yes};
    pub use crate::shape::size::{JoinBits, ten_bits};
    #[cfg(feature = "alloc")]
    pub use crate::tensor::{tensor1, tensor2, tensor3, tensor4, tensor5, tensor6};
    pub use typenum::{U1, UTerm};

    /// The verdict on `L` against `R`, neither of which is `One`.
    pub type Met<L, R> =
        <<<L as Size>::Spelling as Digits>::Eq<<R as Size>::Spelling> as Bool>::If<Fits<L>, Differ<L, R>>;
}
