#![doc = include_str!("../README.md")]
#![no_std]
// docs.rs, and nobody else, documents with a nightly compiler: there each item says what features it needs.
#![cfg_attr(docsrs, feature(doc_cfg))]
// `pub` is for what a program can reach, be it as a bound; all else is `pub(crate)`. Without an allocator nothing owns memory that could be
// used again, and what is only reached by such types is not.
#![cfg_attr(feature = "alloc", warn(unreachable_pub))]
#![cfg_attr(not(feature = "alloc"), allow(dead_code))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod error;
mod expr;
#[cfg(feature = "alloc")]
pub mod grad;
#[cfg(feature = "graph")]
pub mod graph;
pub mod guide;
#[cfg(feature = "graph")]
mod hlo;
pub mod interop;
#[cfg(feature = "alloc")]
pub mod io;
mod kernels;
mod kind;
#[cfg(feature = "alloc")]
pub mod nn;
mod ops;
#[cfg(feature = "alloc")]
pub mod optim;
mod shape;
mod storage;
mod tensor;
mod view;

// What sizes and axes are called in the compiler's errors. Of a type with several names it prints the first by the alphabet, without a path if nothing
// else has that name and the program does not use it by way of a glob import; and in E0308 the one that stands first here. `Dim` and `dim!` programs
// use by way of `prelude`, `DIM` none does, and so each prints `DIM<8>`. What is copied from a message compiles nevertheless: `prelude` has aliases
// of these names.
#[cfg(shaped_strict_ranks)]
#[doc(hidden)]
pub use shape::aligns::NoAxis;
#[doc(hidden)]
pub use shape::axes::Axis as AXIS;
#[doc(hidden)]
pub use shape::size::{Dim as DIM, One as ONE};

#[cfg(feature = "bytemuck")]
pub use error::BytesError;
#[cfg(feature = "linalg")]
pub use error::LinalgError;
#[cfg(feature = "alloc")]
pub use error::{ArrayError, StepsError};
pub use error::{IndexError, LengthError};
pub use expr::lazy::Lazy;
#[cfg(feature = "graph")]
pub use kind::Graph;
pub use kind::{Eager, Kind, Numbers, Scalar, Scalars};
pub use ops::lazy::{IntoLazy, LazyOperand, WriteTarget};
#[cfg(feature = "alloc")]
pub use ops::{
    AttendMasked, Attention, CastError, CrossEntropyOptions, CtcOptions, Exactly, GaussianOptions, GridSample,
    LocalResponse, MarginOptions, NotStretched, OperandOrScalar, Rotary, ScatterReduce, TripletOptions, concat_all,
    meshgrid, same_shape, select, stack_all,
};
pub use ops::{OfKind, RightOperand, RunTimeAxes, same_sizes};
pub use shape::affine::{Affine, AffineOf, Bias, BilinearMap, BilinearOf, Embedded, NoBias, Table};
pub use shape::at::Along;
pub use shape::attention::{Attend, Attended, TurnPairs};
pub use shape::axes::{Axis, Indexed, Squeeze, Squeezed, Unsqueeze, Unsqueezed};
pub use shape::border::{Border, Circular, Reflect, Replicate};
pub use shape::broadcast::{Assign, AssignTo, Broadcast, BroadcastTo, Broadcasted, SameShape};
pub use shape::chunks::ChunksOf;
pub use shape::columns::{Col2im, Col2imOf, Im2col, Im2colOf};
pub use shape::conv::{ChannelBias, Convolve1d, Convolve2d, Convolve3d, Convolved1d, Convolved2d, Convolved3d};
pub use shape::conv_transposed::{
    ConvolveTransposed1d, ConvolveTransposed2d, ConvolveTransposed3d, ConvolvedTransposed1d, ConvolvedTransposed2d,
    ConvolvedTransposed3d,
};
pub use shape::convert::{Fix, Free, Rename};
pub use shape::diagnostics::IndexNumber;
pub use shape::grid::{
    AffineGrid, AffineGrid3d, AffineGridOf, AffineGridOf3d, SampleBy, SampleBy3d, SampledBy, SampledBy3d,
};
pub use shape::heads::Heads;
pub use shape::index::{
    CaseByCase, Gather, IndexAssign, IndexSelect, IndexSelected, OneValueEach, RowsLikeThoseOf, Scan, Scatter,
    Searchable, TakeAlong, TakenAlong, TopK, TopKOf,
};
pub use shape::join::{Concat, ConcatAll, Concatenated, Stack, StackAll, Stacked};
pub use shape::labels::{AxesMerged, MergeAxes, SplitAxis};
pub use shape::layout::{Layout, RowMajor, Stretched, Strided};
#[cfg(feature = "linalg")]
pub use shape::linalg::{MatrixStack, SolutionsOf, Solves, SquareStack};
pub use shape::list::Sizes;
pub use shape::losses::{AlignsWith, ClassScores, ClassWeights, ComparesWith, VectorsLike};
pub use shape::multiple::MultipleOf;
pub use shape::narrow::{Narrow, Narrowed};
pub use shape::normalize::{Channelwise, GroupedChannels, NormalizedBy};
pub use shape::pad::{SamePadding, WholeTiles};
pub use shape::parts::{
    AxisIndexed, AxisMoved, Chunk, Chunked, Diagonal, Flip, IndexAxis, MoveAxis, NarrowWith, Slice, Sliced, Split,
    Triangle, Unflatten, Unflattened, Windowed, Windows,
};
pub use shape::permute::{AxesSwapped, Permute, Permuted, SwapAxes, Transpose, Transposed};
pub use shape::pool::{
    AdaptivePool1d, AdaptivePool2d, AdaptivePool3d, AdaptivelyPooled1d, AdaptivelyPooled2d, AdaptivelyPooled3d, Pool1d,
    Pool2d, Pool3d, Pooled1d, Pooled2d, Pooled3d, Upsample2d, Upsampled2d,
};
pub use shape::product::{MatMul, MatMulOf};
pub use shape::recurrent::{BothWays, EachWay, OneWay, Recurrent, RecurrentStep, Ways};
pub use shape::reduce::{Reduce, Reduced, ReducedKeepDim};
pub use shape::repeat::{DiagonalMatrix, Interleaved, Pad, Padded, RepeatInterleave, Tile, Tiled, VectorShape};
pub use shape::reshape::{AxesFlattened, Flatten, FlattenAxes, Flattened, Reshape};
pub use shape::resize::{
    By, ByRatio, Interpolate1d, Interpolate2d, Interpolate3d, Interpolated1d, Interpolated2d, Interpolated3d, Onto,
    Resize, Sharp, Smooth,
};
#[cfg(feature = "alloc")]
pub use shape::rows::RowsLike;
pub use shape::run_time::RunTimeSizes;
pub use shape::select::{BroadcastThree, Select, Selected};
pub use shape::shuffle::{ShuffleChannels, ShufflePixels, UnshufflePixels};
pub use shape::size::{Dim, One, Size, StaticSize};
pub use shape::size_error::SizeError;
#[cfg(feature = "fft")]
pub use shape::spectrum::Spectrum;
pub use shape::unpool::{Unpool1d, Unpool2d, Unpool3d};
pub use shape::vectors::{Apart, Cross, DistancesOf, Dot, Outer, OuterOf, Trace};
pub use shape::window::{Ceil, Conv, Floor, PerAxis, PerAxis3d, Pool, TransposedConv};
pub use shape::{Shape, StaticShape};
pub use tensor::Inline;
#[cfg(feature = "alloc")]
pub use tensor::Tensor;
#[cfg(feature = "rand")]
pub use tensor::{Fan, Fans};
pub use view::{Beside, Itself, Operand, OperandMut, PartMut, Values, View, ViewMut};

// The crate's own code calls them by short names, too.
#[allow(unused_imports)]
pub(crate) use methods::*;

/// Families of methods, each listed once: by name in [`methods`], and without one in [`prelude`].
macro_rules! families {
    ($($(#[$when:meta])* $($folder:ident)::+: $($family:ident)*;)*) => {
        /// What can be done with a tensor or view, in families: traits whose methods [`prelude`] brings into scope, without their names, so that
        /// a program has `Math`, `Joins` or `Indexing` for items of its own.
        ///
        /// The parameters of a trait are what its methods take, so that a wrong argument is the trait that does not hold, and the compiler's error
        /// shows what clashes instead of a signature. [`Operand`] has what takes no arguments. A bound on a family, which generic code seldom
        /// needs, imports it by its path: `use shaped::methods::Math;`.
        ///
        /// All of them by task, with PyTorch's and NumPy's words, which the search finds, too. (Linear algebra, `inv`, `solve`, `svd`, comes with the feature
        /// `linalg`, Fourier transforms, `rfft`, with `fft`.)
        ///
        #[cfg_attr(feature = "alloc", doc = include_str!("methods.md"))]
        pub mod methods {
            #[cfg(feature = "alloc")]
            pub use crate::ops::{Between, Order};
            $($(#[$when])* pub use crate::$($folder)::+::{$($family),*};)*
        }

        /// The methods without the names of their traits.
        mod unnamed {
            $($(#[$when])* pub use crate::$($folder)::+::{$($family as _),*};)*
        }
    };
}

families! {
    #[cfg(feature = "alloc")]
    ops: Activations AdaptivePooling1d AdaptivePooling2d AdaptivePooling3d AffineGrids AffineGrids3d AllDistances AlphaDropouts AngleLosses AttentionWeights Attentions BatchNormalizations
        BilinearMaps BiasedConvolutions1d BiasedConvolutions2d BiasedConvolutions3d BiasedTransposedConvolutions1d
        BiasedTransposedConvolutions2d BiasedTransposedConvolutions3d Casts ChannelShuffles CheckedCasts CircularPads
        ClassLosses ClassLossesAlong Closeness ColumnPictures Comparisons ConfusionMatrices Convolutions1d Convolutions2d
        Convolutions3d Copies Counting CrossProducts CtcLosses Differences DistinctPlaces DotProducts Dropouts Dropouts1d Dropouts2d Dropouts3d DualPairs Duals
        Embeddings FullMoments FullReductionsAs GaussianLosses Gathers GridSamples GridSamples3d GroupNormalizations IndexSelections Indexing InstanceNormalizations IntegerFunctions IntoShapes
        Interleavings Interpolations Joins LayerNormalizations LearnedSlopes Likes LocalResponses Losses MarginLosses MaskedAttentions MaskedFills MaskedReads
        Masks Math MatrixProducts MaxUnpooling1d MaxUnpooling2d MaxUnpooling3d Middles Moments MultilabelLosses NonzeroCounts NormPooling1d NormPooling2d NormPooling3d Normalizations OuterProducts Pads PairDistances PairFunctions PairLosses
        PixelShuffles PixelUnshuffles PlainBilinearMaps PlainNormalizations PlainProjections Pooling1d Pooling2d Pooling3d Projections
        Quantiles Rearrange Reductions ReductionsAs ReflectedPads ReplicatedPads Resizing1d Resizing2d Resizing3d RmsNormalizations
        Rolls Rotations RowSearches Scans ScatterReductions Searches Selections Sets SeveralQuantiles Similarities SoftLosses
        Sorting Stacks TakesAlong Tiles Tops Traces TrainingBatchNormalizations TransposedConvolutions1d
        TransposedConvolutions2d TransposedConvolutions3d Triangles TripletLosses Upsampling2d WeightedClassLosses
        WeightedCounts WeightedLosses WeightedMarginLosses WindowColumns WrittenProducts;
    shape::diagnostics: Allclose Amax Arcsin ArithmeticInPlace Arithmetics Backward BceLoss BroadcastAdd ByI Cat CatMethod Chunk Clip Comparing Contiguously CopyMethod Degrees Dimensions Dtype Elements Expand ExpandDims FillInPlace Fliplr Frac FunctionInPlace Interpolate IntoRawVec Inverse Isnan Item Log Log1p LogicalAnd Mapv Mm ModelIsDefault Movedim Nelement New NumberBackward NumberItem NumberReduced OutsideStep ParameterRead PartRead PartRearranged PartTakenApart PartsMut PermutedAxes PoolMethod Power Randn Ravel Reciprocal Repeat RequiresGrad Row Rows ScaledAttention StdDev SumAxis Swapaxes TapeBackward To Tolist Unevaluated Transposed Unbounded ViewAs Vstack Where WhereMethod WrittenTo;
    #[cfg(feature = "alloc")]
    io::pictures: Pictures;
    #[cfg(feature = "alloc")]
    nn::param: ParameterTensors;
    #[cfg(feature = "fft")]
    ops: RealTransforms Transforms;
    #[cfg(feature = "linalg")]
    ops: LeastSquares LinearSystems MatrixAlgebra SquareAlgebra;
    ops: FullReductions IndexAssigns IndexFills LazyExpressions Pairings Puts Scatters;
    view: AxisMerges AxisMoves AxisPlaces AxisSizes AxisSplits AxisSwaps AxisViews AxisWindows Chunking DiagonalsAbove DiagonalsBelow EqualParts
        Expansions Fixes Flips Frees Narrows Permutations Renames Reshapes RunTimeNarrows Slices Splits
        Squeezes SteppedWindows Stretches Unsqueezes;
}

/// The memory of tensors, which stays.
///
/// Memory that is asked for anew at each operation, and given back, costs more by its page faults than most operations do. So the block of
/// a tensor that is dropped, if it has a kilobyte or more, is kept for the next one of about its size: at most a quarter larger than
/// what it then holds. A network that has run once asks the system for nothing any more.
///
/// Each thread keeps its own, without a lock, and gives it back when it ends. It keeps no more blocks than it has asked for itself: what
/// other threads made, or a program's vectors were, is not piled up. It keeps at most 64 blocks and 256 megabytes; those that came first
/// go first, and those that nobody wanted while 65 536 others came and went. If the allocator has no more memory, all are given back, and it is
/// asked again. Values that were in a block are not erased.
///
/// Without `std` there are no threads to ask for: one store keeps at most 4 megabytes, and who finds it in use goes to the allocator; on
/// processors without compare-and-swap nothing is kept.
///
/// To find what is used after it was freed, keep nothing: by [`keep_at_most(0)`](memory::keep_at_most), or for a whole build by
/// `RUSTFLAGS="--cfg shaped_keeps_nothing"`. Under Miri it is so from the start.
#[cfg(feature = "alloc")]
pub mod memory {
    pub use crate::storage::memory::{keep_at_most, kept, release};
}

/// Sizes of four digits and more, and arithmetic on sizes.
pub mod size {
    pub use crate::shape::computed::{Longer, Over, OverUp, Shorter, Times};
    pub use crate::shape::number::Nat;
    pub use crate::shape::size::{
        ArraySize, Digits4, Digits5, Digits6, Digits7, Digits8, Digits9, Digits10, Digits11, Digits12, Digits13,
        Digits14, Digits15, Digits16, Digits17, Digits18, Digits19, Digits20, Dim, One, Product, Quotient, QuotientUp,
        Size, StaticSize, Sum,
    };
}

/// Elements of a tensor or view, in row-major order.
pub mod iter {
    pub use crate::view::{AxisIter, Chunks, ChunksMut, Iter, OuterIterMut};
}

/// What most programs need: `use shaped::prelude::*;`.
///
/// Types, macros, and the traits that programs name are here by name, the families of [`methods`] without: their methods are in scope, and
/// their names are free.
///
/// ```
/// use shaped::prelude::*;
///
/// struct Math {
///     half: f32,
/// }
///
/// let math = Math { half: 0.5 };
/// assert_eq!((tensor![4.0, 9.0].sqrt() * math.half).into_vec(), [1.0, 1.5]);
/// ```
pub mod prelude {
    #[cfg(all(feature = "alloc", any(feature = "npy", feature = "safetensors")))]
    pub use crate::io::{TensorSink, TensorSource};
    #[cfg(feature = "alloc")]
    pub use crate::ops::{Between, CrossEntropyOptions, Order, TripletOptions};
    pub use crate::unnamed::*;
    #[cfg(feature = "alloc")]
    pub use crate::{Attention, GridSample, Rotary, Tensor, concat_all, einsum, same_shape, select, stack_all, tensor};
    pub use crate::{
        Axis, Broadcast, BroadcastTo, Broadcasted, Conv, Dim, Inline, Kind, Lazy, One, Operand, Pool, Resize,
        SamePadding, Shape, Size, StaticShape, StaticSize, TransposedConv, Values, View, ViewMut, axes, axis, dim,
        include_tensor, part, rearrange, same_sizes, shape,
    };

    /// [`Dim`], as the compiler's errors print it.
    pub type DIM<const N: usize> = Dim<N>;
    /// [`One`], as the compiler's errors print it.
    pub type ONE = One;
    /// [`Axis`], as the compiler's errors print it.
    pub type AXIS<const I: isize> = Axis<I>;
}

/// What the compiler's errors name in their `help:` lines; nothing here is for use.
///
/// Each trait decides one thing, and carries the text that is printed where it does not hold. (They are public and visible so
/// that the compiler prints their names without a path.)
pub mod errors {
    #[cfg(feature = "alloc")]
    pub use crate::kind::{Decided, Joins, MaybeKind, Undecided};
    #[cfg(feature = "alloc")]
    pub use crate::nn::embedding::InputOf;
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    pub use crate::nn::module::{Feeds, Layer};
    #[cfg(feature = "alloc")]
    pub use crate::nn::own_elements::LayerElements;
    #[cfg(feature = "alloc")]
    pub use crate::nn::param_words::{BesideParameter, IndexOfParameter};
    #[cfg(feature = "alloc")]
    pub use crate::nn::sequences::{Sequences, StepWidth};
    #[cfg(feature = "linalg")]
    pub use crate::ops::LinearElement;
    #[cfg(feature = "alloc")]
    pub use crate::ops::einsum::{Contracted, SameKind, Summand};
    pub use crate::ops::lazy::{BesideBorrowed, TakesElements};
    pub use crate::ops::operable::{
        AddElement, BitAndElement, BitOrElement, BitXorElement, DivElement, MulElement, RemElement, SubElement,
    };
    #[cfg(feature = "alloc")]
    pub use crate::ops::{
        ByElement, LeftNumber, OfNumbers, OfTruths, OneBorrowed, OneForAll, OperandOrScalar, SameElement, Side,
    };
    #[cfg(feature = "fft")]
    pub use crate::ops::{RealSignal, Signal};
    #[cfg(shaped_strict_ranks)]
    pub use crate::shape::aligns::Aligns;
    pub use crate::shape::broadcast::{MasksScores, Misfit};
    pub use crate::shape::computed::NAMED;
    pub use crate::shape::convert::{Fixing, Freeing};
    #[doc(no_inline)]
    pub use crate::shape::diagnostics::*;
    pub use crate::shape::flat::AXES;
    pub use crate::shape::given::GivenSize;
    pub use crate::shape::index::AtLeast;
    pub use crate::shape::labels::SplitInto;
    pub use crate::shape::list::Listed;
    pub use crate::shape::mask::Twice;
    pub use crate::shape::number::{Bool, No, Yes};
    pub use crate::shape::pad::PadRule;
    pub use crate::shape::permute::{Again, AxisTuple, Beyond};
    pub use crate::shape::rank::{Last, Nowhere, Outside, R};
    pub use crate::shape::size::{Grouping, RunTime};
    #[doc(no_inline)]
    pub use crate::shape::verbs::*;
    pub use crate::shape::verdict::{Concrete, HasSize, Missing};
    pub use crate::view::{Labelling, OfElements, OneKind, SameElements, Stands};
}

/// Labels of one letter, as errors of [`einsum!`] and [`rearrange!`] print them; nothing here is for use.
pub mod labels {
    pub use crate::shape::labels::AnyLeading;
    pub use crate::shape::letters::*;
}

/// What the macros expand to; not part of the public interface.
#[doc(hidden)]
pub mod __private {
    #[cfg(feature = "alloc")]
    pub use alloc::{boxed::Box, vec::Vec};
    pub use core::option::Option::{self, None, Some};

    pub use num_traits::Float;
    pub use typenum::{U1, UTerm};

    #[cfg(feature = "alloc")]
    pub use crate::expr::contract::Pattern;
    #[cfg(feature = "alloc")]
    pub use crate::nn::module::Model;
    pub use crate::ops::debug_shape::question;
    #[cfg(feature = "alloc")]
    pub use crate::ops::einsum::{Contracted, Summand, einsum};
    #[cfg(feature = "alloc")]
    pub use crate::ops::relabel::merged;
    pub use crate::shape::axis::{digit, hash};
    pub use crate::shape::computed::{Named, Static};
    pub use crate::shape::convert::{Fixing, Freeing};
    #[cfg(feature = "alloc")]
    pub use crate::shape::diagnostics::ModelIsDefault;
    pub use crate::shape::diagnostics::{Answer, Merges, Splits};
    pub use crate::shape::digits::{D, Digits};
    pub use crate::shape::flat::Flat;
    pub use crate::shape::given::{Never, Only};
    pub use crate::shape::labels::{AnyLeading, SplitInto};
    pub use crate::shape::list::{Countable, Is, countable};
    use crate::shape::number::Bool;
    pub use crate::shape::number::{Nat, No, Yes};
    use crate::shape::size::Size;
    pub use crate::shape::size::{JoinBits, RunTime, SeveralGroups, ten_bits};
    use crate::shape::verdict::{Differ, Fits};
    pub use crate::tensor::include::{Asked, Code, Coded, Contents, Ranked, npy, safetensors};
    #[cfg(feature = "alloc")]
    pub use crate::tensor::{tensor1, tensor2, tensor3, tensor4, tensor5, tensor6};
    pub use crate::view::{Arrangement, Labelling, UpTo, rearranged};

    /// The verdict on `L` against `R`, neither of which is `One`.
    pub type Met<L, R> =
        <<<L as Size>::Spelling as Digits>::Eq<<R as Size>::Spelling> as Bool>::IfFits<Fits<L>, Differ<L, R>>;
}
