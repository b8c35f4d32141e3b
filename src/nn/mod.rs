//! Layers and models, whose shapes are checked where they meet.
//!
//! A [`Module`] takes tensors of one shape and gives tensors of another: a layer, a tuple of layers, a [`Sequential`], or a struct
//! of your own, declared by [`model!`](crate::model). Its tensors are its [`Parameters`], by PyTorch's names, so files that PyTorch
//! wrote load as they are. What layers compute is also there as functions of tensors
//! ([`Projections`](crate::Projections), [`Convolutions2d`](crate::Convolutions2d), [`Normalizations`](crate::Normalizations), …).
//!
//! ```
//! use shaped::{nn::*, prelude::*};
//! axis!(Batch);
//! type Mlp = (Linear<dim!(64), dim!(128)>, Relu, Linear<dim!(128), dim!(10)>);
//!
//! let model = Mlp::default();
//! let x = Tensor::<f32, shape![Batch, 64]>::zeros_with(Batch(3));
//! let logits: Tensor<f32, shape![Batch, 10]> = model.forward(&x);
//! assert_eq!(logits.sizes(), [3, 10]);
//! ```

mod activation;
mod attention;
mod conv;
mod converts;
pub(crate) mod embedding;
#[cfg(any(feature = "safetensors", feature = "npy"))]
mod files;
mod gates;
pub(crate) mod gradient;
mod group_norm;
mod linear;
pub(crate) mod module;
mod norm;
pub(crate) mod own_elements;
mod pad;
mod pairs;
pub(crate) mod param;
pub(crate) mod param_words;
mod parameters;
mod pools;
mod prelu;
mod recurrent;
pub(crate) mod sequences;
mod sequential;
mod settings;
mod shuffle;
mod structure;
mod summary;
mod transformer;
mod upsample;
mod within_structs;
mod without_bias;
pub mod words;

pub(crate) use crate::__visits;
pub use crate::kind::Outlined;
pub use crate::model;
pub use crate::shape::diagnostics::{LayerIsField as _, LayerIsName as _, SizeIsType as _, SizesAreTypes as _};
pub use crate::shape::recurrent::{BothWays, OneWay};
pub use activation::{
    Elu, Gelu, GeluTanh, HardSigmoid, HardSwish, LeakyRelu, LogSigmoid, LogSoftmax, Mish, Relu, Relu6, Selu, Sigmoid,
    Silu, Softmax, Softplus, Tanh,
};
pub use attention::{MultiHeadAttention, RotaryEmbedding};
pub use conv::{
    AvgPool2d, Conv1d, Conv2d, Conv3d, ConvTranspose1d, ConvTranspose2d, ConvTranspose3d, GlobalAvgPool2d, MaxPool2d,
};
pub use converts::Converts;
#[cfg(feature = "graph")]
pub(crate) use embedding::noted;
pub use embedding::{Embedding, Indices, TapeIndices};
#[cfg(any(feature = "safetensors", feature = "npy"))]
pub use files::{Keys, StateDict};
pub use gates::{Glu, Hardtanh, Softmin};
pub use group_norm::{GroupNorm, InstanceNorm, InstanceNorm1d, InstanceNorm2d, InstanceNorm3d, LocalResponseNorm};
pub use linear::Linear;

pub use module::Module;
pub use norm::{BatchNorm, BatchNorm1d, BatchNorm2d, BatchNorm3d, LayerNorm, RmsNorm};
pub use pad::{CircularPad, ConstantPad, ReflectionPad, ReplicationPad, ZeroPad};
pub use pairs::{Bilinear, CosineSimilarity, PairwiseDistance};
pub use param::{Buffer, Param, WeightTensor};
pub use parameters::{Parameter, ParameterMut, Parameters, Role, Trained, child};
pub use pools::{
    AdaptiveAvgPool1d, AdaptiveAvgPool2d, AdaptiveAvgPool3d, AdaptiveMaxPool1d, AdaptiveMaxPool2d, AdaptiveMaxPool3d,
    AvgPool1d, AvgPool3d, LpPool1d, LpPool2d, LpPool3d, MaxPool1d, MaxPool3d,
};
pub use prelu::Prelu;
pub use recurrent::{Gru, GruCell, Lstm, LstmCell, LstmState, ProjectedLstm, Rnn, RnnCell, RnnFunction};
pub use sequential::Sequential;
pub use shuffle::{ChannelShuffle, PixelShuffle, PixelUnshuffle};
pub use structure::{AlphaDropout, Dropout, Dropout1d, Dropout2d, Dropout3d, Flatten, Identity, Residual};
pub use summary::{Outline, OutlineIndices, Summary, SummaryLayer, summary};
pub use transformer::{NormFirst, NormLast, NormOrder, TransformerEncoderLayer};
pub use upsample::{Upsample, Upsample1d, Upsample3d};
pub use without_bias::{OptionalBias, WithoutBias};

// Derives take no macros in generic types.
/// A parameter, `[D]`.
type Vector<D, T> = Param<((), D), T>;
/// A parameter, `[R, C]`.
type Matrix<R, C, T> = Param<(((), R), C), T>;

/// `Parameters` of a layer: its fields by name. The fields that are no tensors are not listed.
macro_rules! fields {
    ([$($generics:tt)*] $t:ty $([$($where:tt)*])? { $($field:ident),* } $(reset $reset:expr)?) => {
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> $crate::nn::Parameters<T> for $t $(where $($where)*)? {
            fn collect<'a>(&'a self, prefix: &str, all: &mut alloc::vec::Vec<$crate::nn::Parameter<'a, T>>) {
                $($crate::nn::Parameters::<T>::collect(&self.$field, &$crate::nn::child(prefix, stringify!($field)), all);)*
            }
            fn collect_mut<'a>(
                &'a mut self,
                prefix: &str,
                all: &mut alloc::vec::Vec<$crate::nn::ParameterMut<'a, T>>,
            ) {
                $($crate::nn::Parameters::<T>::collect_mut(
                    &mut self.$field,
                    &$crate::nn::child(prefix, stringify!($field)),
                    all,
                );)*
            }
            fn structs(&self, _: &str, _: &mut dyn FnMut(&str, &'static str)) {}
            $crate::__visits! { T { $($field)* } }
            $(
                fn reset_parameters(&mut self, uniform: &mut dyn FnMut() -> f64) {
                    let reset: fn(&mut Self, &mut dyn FnMut() -> f64) = $reset;
                    reset(self, uniform);
                }
            )?
        }
    };
}
use fields;

/// Random elements between minus and plus `bound`.
fn fill_uniform<T: num_traits::Float>(elements: &mut [T], bound: f64, uniform: &mut dyn FnMut() -> f64) {
    for element in elements {
        *element = crate::ops::reduce::float((2.0 * uniform() - 1.0) * bound);
    }
}

/// PyTorch's bound for weights and bias of a layer each of whose outputs is a sum of so many products: `1 / sqrt(fan_in)`.
#[allow(clippy::cast_precision_loss)]
fn bound(fan_in: usize) -> f64 {
    if fan_in == 0 { 0.0 } else { 1.0 / num_traits::Float::sqrt(fan_in as f64) }
}
