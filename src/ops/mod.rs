//! Operators: `+ - * / %`, `& | ^`, negation, assignment, and the same ones for operands that must not stretch; functions of
//! elements, comparisons, masks; reductions.

pub(crate) mod activation;
mod arithmetic;
mod assign;
#[cfg(feature = "alloc")]
mod attention;
#[cfg(feature = "alloc")]
mod attention_back;
#[cfg(feature = "alloc")]
mod attention_rule;
#[cfg(feature = "alloc")]
mod attention_weights;
#[cfg(feature = "alloc")]
pub(crate) mod bilinear;
#[cfg(feature = "alloc")]
mod borders;
#[cfg(feature = "alloc")]
mod cast;
#[cfg(feature = "alloc")]
mod channel_dropout;
#[cfg(feature = "alloc")]
mod class_losses;
#[cfg(feature = "alloc")]
mod columns;
#[cfg(feature = "alloc")]
mod compare;
#[cfg(feature = "alloc")]
mod convolutions;
#[cfg(feature = "alloc")]
mod convolutions3d;
#[cfg(feature = "alloc")]
mod copies;
mod copy;
#[cfg(feature = "alloc")]
mod ctc;
pub(crate) mod debug_shape;
#[cfg(feature = "alloc")]
pub(crate) mod dense;
#[cfg(feature = "alloc")]
mod differences;
#[cfg(feature = "alloc")]
mod distances;
#[cfg(feature = "alloc")]
mod dropout;
#[cfg(feature = "alloc")]
mod duals;
#[cfg(feature = "alloc")]
pub(crate) mod each;
#[cfg(feature = "alloc")]
pub(crate) mod einsum;
#[cfg(feature = "alloc")]
mod einsum_back;
pub(crate) mod function;
#[cfg(feature = "alloc")]
mod gaussian;
#[cfg(feature = "alloc")]
mod grid_sample;
mod index;
#[cfg(feature = "alloc")]
mod integers;
#[cfg(feature = "alloc")]
mod interpolation;
#[cfg(feature = "alloc")]
pub(crate) mod join;
mod labels;
pub(crate) mod lazy;
#[cfg(feature = "linalg")]
mod linalg;
#[cfg(feature = "alloc")]
mod linear;
#[cfg(feature = "alloc")]
mod local_response;
#[cfg(feature = "alloc")]
mod losses;
#[cfg(feature = "alloc")]
mod losses_back;
#[cfg(feature = "graph")]
mod lower;
#[cfg(feature = "alloc")]
mod lp_pool;
#[cfg(feature = "alloc")]
mod make;
#[cfg(feature = "alloc")]
mod margin_losses;
#[cfg(feature = "alloc")]
mod mask;
mod math;
#[cfg(feature = "alloc")]
mod math_of_two;
#[cfg(feature = "alloc")]
mod matmul;
#[cfg(feature = "alloc")]
mod moments;
mod negate;
#[cfg(feature = "alloc")]
mod normalize;
#[cfg(feature = "alloc")]
mod normalize_back;
pub(crate) mod operable;
#[cfg(feature = "alloc")]
mod operand_or_scalar;
#[cfg(feature = "alloc")]
mod order;
#[cfg(feature = "alloc")]
mod order_back;
#[cfg(feature = "alloc")]
mod pair_losses;
mod pairings;
#[cfg(feature = "alloc")]
mod pooling;
#[cfg(feature = "alloc")]
mod pooling_back;
#[cfg(feature = "alloc")]
mod prelu;
#[cfg(feature = "alloc")]
pub(crate) mod products_back;
#[cfg(feature = "alloc")]
mod rearrange;
#[cfg(feature = "alloc")]
mod rearrange_back;
#[cfg(feature = "alloc")]
pub(crate) mod recurrent;
pub(crate) mod reduce;
#[cfg(feature = "alloc")]
mod reduce_back;
mod reductions;
pub(crate) mod relabel;
mod right_operand;
#[cfg(feature = "alloc")]
mod rotary;
#[cfg(feature = "alloc")]
pub(crate) mod rows;
#[cfg(feature = "alloc")]
mod same_shape;
mod same_sizes;
#[cfg(feature = "alloc")]
mod scan;
#[cfg(feature = "alloc")]
mod shuffle;
#[cfg(feature = "alloc")]
mod slide;
pub(crate) mod slope;
#[cfg(feature = "fft")]
mod spectrum;
#[cfg(feature = "alloc")]
mod statistics;
#[cfg(feature = "alloc")]
mod sums_as;
#[cfg(feature = "alloc")]
mod triplets;
#[cfg(feature = "alloc")]
mod unpool;
#[cfg(feature = "alloc")]
pub(crate) mod vectors;
#[cfg(feature = "alloc")]
mod weighted_losses;
#[cfg(feature = "alloc")]
mod whole_numbers;
#[cfg(feature = "alloc")]
mod wide;
mod words;

#[cfg(feature = "alloc")]
pub use attention::{AttendMasked, Attentions, MaskedAttentions};
#[cfg(feature = "alloc")]
pub use attention_rule::Attention;
#[cfg(feature = "alloc")]
pub use attention_weights::AttentionWeights;
#[cfg(feature = "alloc")]
pub use bilinear::{BilinearMaps, PlainBilinearMaps};
#[cfg(feature = "alloc")]
pub use channel_dropout::{AlphaDropouts, Dropouts1d, Dropouts2d, Dropouts3d};
#[cfg(feature = "alloc")]
pub use class_losses::CrossEntropyOptions;
#[cfg(feature = "alloc")]
pub use copies::{Copies, IntoShapes, Likes};
#[cfg(feature = "alloc")]
pub use ctc::{CtcLosses, CtcOptions};
#[cfg(feature = "alloc")]
pub use differences::Differences;
#[cfg(feature = "alloc")]
pub use distances::{AllDistances, PairDistances};
#[cfg(feature = "alloc")]
pub use dropout::Dropouts;
#[cfg(feature = "alloc")]
pub use duals::{DualPairs, Duals};
#[cfg(feature = "alloc")]
pub use gaussian::{GaussianLosses, GaussianOptions};
#[cfg(feature = "alloc")]
pub use grid_sample::{AffineGrids, AffineGrids3d, GridSample, GridSamples, GridSamples3d};
#[cfg(feature = "alloc")]
pub use index::ScatterReduce;
#[cfg(feature = "alloc")]
pub use index::{
    ConfusionMatrices, Counting, Gathers, IndexSelections, Indexing, MaskedReads, ScatterReductions, TakesAlong,
    WeightedCounts,
};
pub use index::{IndexAssigns, IndexFills, Puts, Scatters};
#[cfg(feature = "alloc")]
pub use join::{Joins, Stacks, concat_all, stack_all};
pub use lazy::LazyExpressions;
#[cfg(feature = "linalg")]
pub use linalg::{LeastSquares, LinearElement, LinearSystems, MatrixAlgebra, SquareAlgebra};
#[cfg(feature = "alloc")]
pub(crate) use linear::{affine, affine_no_bias};
#[cfg(feature = "alloc")]
pub use local_response::{LocalResponse, LocalResponses};
#[cfg(feature = "alloc")]
pub use losses::{ClassLosses, Losses, Similarities, SoftLosses};
#[cfg(feature = "alloc")]
pub use lp_pool::{NormPooling1d, NormPooling2d, NormPooling3d};
#[cfg(feature = "alloc")]
pub use make::meshgrid;
#[cfg(feature = "alloc")]
pub use margin_losses::{MarginLosses, MarginOptions, MultilabelLosses, WeightedMarginLosses};
#[cfg(feature = "alloc")]
pub use moments::{FullMoments, Moments};
#[cfg(feature = "alloc")]
pub(crate) use normalize::{batch_norm_over, by_its_batch, instance_norm_no_affine};
#[cfg(feature = "alloc")]
pub use order::{Between, Order, Quantiles, RowSearches, Searches, SeveralQuantiles, Sorting, Tops};
#[cfg(feature = "alloc")]
pub use pair_losses::{AngleLosses, ClassLossesAlong, PairLosses, TripletLosses, TripletOptions};
pub use pairings::Pairings;
#[cfg(feature = "alloc")]
pub use prelu::LearnedSlopes;
#[cfg(feature = "alloc")]
pub use rearrange::{Interleavings, OfNumbers, OfTruths, Pads, Rearrange, Rolls, Tiles, Triangles};
pub use reductions::FullReductions;
#[cfg(feature = "alloc")]
pub use reductions::Reductions;
pub use right_operand::{OfKind, RightOperand};
#[cfg(feature = "alloc")]
pub use rotary::{Rotary, Rotations};
pub use same_sizes::RunTimeAxes;
pub use same_sizes::same_sizes;
#[cfg(feature = "alloc")]
pub use scan::Scans;
#[cfg(feature = "fft")]
pub use spectrum::{RealSignal, RealTransforms, Signal, Transforms};
#[cfg(feature = "alloc")]
pub use statistics::{DistinctPlaces, Middles, Sets};
#[cfg(feature = "alloc")]
pub use sums_as::{FullReductionsAs, ReductionsAs};
#[cfg(feature = "alloc")]
pub use weighted_losses::{WeightedClassLosses, WeightedLosses};
#[cfg(feature = "alloc")]
pub use whole_numbers::LeftNumber;
#[cfg(feature = "alloc")]
pub use {
    activation::Activations,
    borders::{CircularPads, ReflectedPads, ReplicatedPads},
    cast::{CastError, Casts, CheckedCasts, Exactly},
    columns::{ColumnPictures, WindowColumns},
    compare::{Closeness, Comparisons},
    convolutions::{
        BiasedConvolutions1d, BiasedConvolutions2d, BiasedTransposedConvolutions1d, BiasedTransposedConvolutions2d,
        Convolutions1d, Convolutions2d, TransposedConvolutions1d, TransposedConvolutions2d,
    },
    convolutions3d::{BiasedConvolutions3d, BiasedTransposedConvolutions3d, Convolutions3d, TransposedConvolutions3d},
    einsum::SameElement,
    integers::IntegerFunctions,
    interpolation::{Resizing1d, Resizing2d, Resizing3d},
    linear::{Embeddings, PlainProjections, Projections},
    mask::{MaskedFills, Masks, NonzeroCounts, Selections, select},
    math::Math,
    math_of_two::{Interpolations, PairFunctions},
    matmul::{MatrixProducts, WrittenProducts},
    normalize::{
        BatchNormalizations, GroupNormalizations, InstanceNormalizations, LayerNormalizations, Normalizations,
        PlainNormalizations, RmsNormalizations, TrainingBatchNormalizations,
    },
    operand_or_scalar::{ByElement, OneBorrowed, OneForAll, OperandOrScalar, Side},
    pooling::{AdaptivePooling1d, AdaptivePooling2d, AdaptivePooling3d, Pooling1d, Pooling2d, Pooling3d, Upsampling2d},
    same_shape::{NotStretched, same_shape},
    shuffle::{ChannelShuffles, PixelShuffles, PixelUnshuffles},
    unpool::{MaxUnpooling1d, MaxUnpooling2d, MaxUnpooling3d},
    vectors::{CrossProducts, DotProducts, OuterProducts, Traces},
};

use core::mem::MaybeUninit;
use core::ops::{Add, Div, Mul, Rem, Sub};

use crate::expr::node::{FnMut1, FnMut2};
use crate::expr::single;
use crate::expr::sink::Change;
use crate::kernels::sixteen::{self, can_be};
use crate::storage::Full;

/// The operators as functions of the loops: types without shapes, so that all shapes share one compiled loop. Those of `numbers` compute
/// floats of 16 bits in `f32`.
macro_rules! functions {
    ($kind:ident; $($name:ident: $op:ident $method:ident, $assign:ident $assign_method:ident;)*) => { $(
        #[derive(Clone, Copy)]
        pub struct $name;

        impl<A: core::ops::$op<B>, B> FnMut2<A, B> for $name {
            type Output = A::Output;
            #[inline(always)]
            fn call(&mut self, a: A, b: B) -> A::Output {
                functions!(@$kind a.$method(b));
                a.$method(b)
            }
            const AGAIN: bool = true;
            #[cfg(feature = "rayon")]
            fn formula(&self) -> Option<Self> {
                Some(*self)
            }
            functions!(@@$kind);
            functions!(@@@$kind);
        }

        impl<A: core::ops::$assign<B>, B> Change<A, B> for $name {
            #[inline(always)]
            fn change(&mut self, element: &mut A, item: B) {
                functions!(@$kind element = element.$method(item));
                element.$assign_method(item);
            }
            functions!(@@$kind);
        }
    )* };
    (@bits $($of:tt)*) => {};
    (@@bits) => {};
    (@@@bits) => {};
    (@numbers $a:ident.$method:ident($b:ident)) => {
        if const { can_be::<A>() && can_be::<B>() }
            && let Some(y) = sixteen::of_two(&$a, &$b, |a, b| a.$method(b))
        {
            return y;
        }
    };
    (@numbers $to:ident = $a:ident.$method:ident($b:ident)) => {
        if const { can_be::<A>() && can_be::<B>() }
            && let Some(y) = sixteen::of_two(&*$a, &$b, |a, b| a.$method(b))
        {
            *$to = y;
            return;
        }
    };
    (@@numbers) => {
        const SINGLE: bool = can_be::<A>() && can_be::<B>();
        fn bits<'a>(&mut self, of: [&[u16]; 2], to: &'a mut [MaybeUninit<u16>], is_half: bool) -> Full<'a, u16> {
            single::pairs(*self, of, to, is_half)
        }
    };
    (@@@numbers) => {
        fn bits_swapped<'a>(&mut self, of: [&[u16]; 2], to: &'a mut [MaybeUninit<u16>], is_half: bool) -> Full<'a, u16> {
            single::pairs(Swapped(*self), of, to, is_half)
        }
    };
}

functions! { numbers;
    Plus: Add add, AddAssign add_assign;
    Minus: Sub sub, SubAssign sub_assign;
    Times: Mul mul, MulAssign mul_assign;
    Over: Div div, DivAssign div_assign;
    Modulo: Rem rem, RemAssign rem_assign;
}
functions! { bits;
    And: BitAnd bitand, BitAndAssign bitand_assign;
    Or: BitOr bitor, BitOrAssign bitor_assign;
    Xor: BitXor bitxor, BitXorAssign bitxor_assign;
}

/// `-x`.
#[derive(Clone, Copy)]
pub struct Negate;

/// `!x`.
#[derive(Clone, Copy)]
pub struct Invert;

macro_rules! prefixes {
    ($($name:ident: $op:ident $method:ident;)*) => { $(
        impl<A: core::ops::$op> FnMut1<A> for $name {
            type Output = A::Output;
            #[inline(always)]
            fn call(&mut self, a: A) -> A::Output {
                a.$method()
            }
            const AGAIN: bool = true;
        }

        /// In place there is a second operand, which means nothing.
        impl<A: core::ops::$op> FnMut2<A, ()> for $name {
            type Output = A::Output;
            #[inline(always)]
            fn call(&mut self, a: A, (): ()) -> A::Output {
                a.$method()
            }
        }
    )* };
}

prefixes! {
    Negate: Neg neg;
    Invert: Not not;
}

/// A function with its operands the other way round.
#[derive(Clone, Copy)]
pub struct Swapped<F>(pub F);

impl<A, B, F: FnMut2<B, A>> FnMut2<A, B> for Swapped<F> {
    type Output = F::Output;
    #[inline(always)]
    fn call(&mut self, a: A, b: B) -> F::Output {
        self.0.call(b, a)
    }
    const AGAIN: bool = F::AGAIN;
    const SINGLE: bool = F::SINGLE;
    fn bits<'a>(&mut self, of: [&[u16]; 2], to: &'a mut [MaybeUninit<u16>], is_half: bool) -> Full<'a, u16> {
        self.0.bits_swapped(of, to, is_half)
    }
}
