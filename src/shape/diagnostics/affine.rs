//! Texts of `linear`, `bilinear` and `embedding`.

use super::texts::texts;
use crate::shape::list::{Exactly, Shape, TheVery};
use crate::shape::size::Size;

texts! {
    /// Weights of shape `W`, which is `Self`, are a matrix, and what they are applied to has an axis. (An implementation for a matrix alone
    /// would be listed as one that exists.)
    message "cannot apply linear weights of shape {Weights} to shape {Of}"
    label "weights have two axes, and the input at least one"
    note "[…, in] x [out, in] -> […, out], as PyTorch's `F.linear`"
    pub trait WeightsOn<S, W, Of, Weights> {
        /// Both, taken apart.
        type Split: crate::shape::affine::Parts;
    }
    /// The input's last axis is the weights' second one: `Self` and `Given`, the sizes `Takes` and `In`. (Of a generic size as `Self` the compiler would
    /// say what is implemented for it.)
    message "cannot apply linear weights of shape {Weights} to shape {Of}"
    label "the input's last axis is {In}, the weights' second axis is {Takes}"
    note "[…, in] x [out, in] -> […, out]; weights that are [in, out] are for `x.matmul(&weight)`, or `x.linear(&weight.transpose(), &bias)`; a picture is pooled and flattened first"
    pub trait FeaturesIn<Given, Outputs, In, Takes, Of, Weights, Open>: TheVery<Given> {
        /// The number of outputs, once that is clear.
        type Out: Size;
        /// The number of outputs behind the leading axes.
        type Behind<L: Shape>: Shape;
    }
    /// The bias has one number for each output.
    message "cannot add a bias of shape {Bias} to what weights of shape {Weights} give"
    label "the weights have {Out} outputs, and so has the bias: shape ({Out},)"
    note "[…, in] x [out, in] + [out] -> […, out]; without a bias, `x.linear_no_bias(&weight)`"
    pub trait AffineBias<Fitting, Out, Weights, Bias, Open>: TheVery<Fitting> {}
    /// A shape `S` is a table of rows. `Self` is the shape of the indices: the compiler waits until it is known.
    message "shape {Shown} is not a table of embeddings"
    label "a table has two axes: one row for each index"
    note "the table is on the left: `table.embedding(&ids)`, [V, D] by […] -> […, D]"
    pub trait TableOf<S, Shown> {
        /// How long a row is.
        type Width: Size;
    }
    /// Weights of shape `Self` map two shapes, whose leading axes are the same, to outputs.
    message "cannot map shape {Left} with shape {Right} by bilinear weights of shape {Self}"
    label "weights are (out, left, right): their last two axes are the last ones of both sides, whose other axes are the same"
    note "[…, I], […, J] and [O, I, J] -> […, O], as PyTorch's `F.bilinear`; nothing is stretched, and `expand_as` stretches one side"
    pub trait BilinearWeights<S, R, W, Left, Right> {
        /// The left side and the weights, taken apart.
        type Split: crate::shape::affine::Parts;
    }
    /// The bias has one number for each output.
    message "cannot add a bias of shape {Bias} to what bilinear weights of shape {Weights} give"
    label "the weights have {Out} outputs, and so has the bias: shape ({Out},)"
    note "[…, I], […, J], [O, I, J] and [O] -> […, O]; without a bias, `x.bilinear_no_bias(&other, &weight)`"
    pub trait BilinearBias<Fitting, Out, Weights, Bias>: Exactly<Fitting> {}
}
