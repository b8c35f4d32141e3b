//! Texts of `linear` and `embedding`.

use crate::shape::size::Size;

/// Weights are a matrix, and what they are applied to has an axis.
#[diagnostic::on_unimplemented(
    message = "cannot apply linear weights of shape {Weights} to shape {Of}",
    label = "weights have two axes, and the input at least one",
    note = "[…, in] x [out, in] -> […, out], as PyTorch's `F.linear`"
)]
pub trait WeightsOn<S, Of, Weights> {
    /// Both, taken apart.
    type Split: crate::shape::affine::Parts;
}

/// The input's last axis is the weights' second one. `Self` is the weights' size, `In` the input's.
#[diagnostic::on_unimplemented(
    message = "cannot apply linear weights of shape {Weights} to shape {Of}",
    label = "the input's last axis is {In}, the weights' second axis is {Self}",
    note = "[…, in] x [out, in] -> […, out]: weights are [out, in], as PyTorch's",
    note = "weights that are [in, out] are for `x.matmul(&weight)`, or transposed: `x.linear(&weight.transpose(), &bias)`"
)]
pub trait FeaturesIn<In, Outputs, Of, Weights> {
    /// The number of outputs, once that is clear.
    type Out: Size;
}

/// The bias has one number for each output.
#[diagnostic::on_unimplemented(
    message = "cannot add a bias of shape {Bias} to what weights of shape {Weights} give",
    label = "the weights have {Out} outputs, and so has the bias: shape ({Out},)",
    note = "[…, in] x [out, in] + [out] -> […, out]; without a bias, `x.linear_no_bias(&weight)`"
)]
pub trait AffineBias<Out, Weights, Bias> {}

/// A table of rows.
#[diagnostic::on_unimplemented(
    message = "shape {Shown} is not a table of embeddings",
    label = "a table has two axes: one row for each index",
    note = "the table is on the left: `table.embedding(&ids)`, [V, D] by […] -> […, D]"
)]
pub trait TableOf<Shown> {
    /// How long a row is.
    type Width: Size;
}

/// An integer that names a row of a table, or a class.
#[diagnostic::on_unimplemented(
    message = "indices are integers, not `{Self}`",
    label = "`{Self}` names no row and no class",
    note = "any integer type is one: `Tensor<usize, _>`, `Tensor<u32, _>`, `Tensor<i64, _>`"
)]
pub trait RowIndex: Copy {
    /// The number.
    fn number(self) -> i128;
}

macro_rules! row_indices {
    ($($t:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl RowIndex for $t {
            #[inline(always)]
            fn number(self) -> i128 {
                self as i128
            }
        }
    )* };
}
row_indices!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);
