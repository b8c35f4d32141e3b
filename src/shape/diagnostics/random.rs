//! Random initialisation.

use super::texts::texts;

texts! {
    /// A weight has an axis of outputs and one of inputs.
    message "a weight of shape {Of} has no inputs and outputs to count"
    label "it has fewer than two axes"
    note "weights are `[out, in]`, or `[out, in, height, width]` of a convolution; for a bias there are `zeros` and `fan_in_uniform`"
    pub trait InputsAndOutputs<Of> {}
}

#[diagnostic::do_not_recommend]
impl<L: crate::shape::Shape, A: crate::shape::size::Size, B: crate::shape::size::Size, Of> InputsAndOutputs<Of>
    for ((L, A), B)
{
}
