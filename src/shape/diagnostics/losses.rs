//! Texts of losses.

use super::texts::texts;
use crate::shape::list::{Exactly, TheVery};

texts! {
    /// Of the shape of a target, `Self`, and that of the prediction the axes are known. (`Open` is left open where they are not, as in `KnownToMeet`.)
    message "a prediction of shape `{L}` and a target of shape `{Self}` are not known to be of one shape"
    label "the target would have to be of shape `{L}`, too; what a generic model gives is stated in its bound, `M: Module<I, Output = O>`"
    note "a loss stretches nothing; generic sizes that are equal share a parameter"
    pub trait ToldTarget<L, Open> {
        /// `T`, of which nothing is said before they are.
        type Then<T>;
    }
    /// A target is of the prediction's shape. `Self` is the target's: the compiler waits until it is known.
    message "cannot compare a prediction of shape {Lhs} with a target of shape {Rhs}"
    label "the target would have to be of shape {Lhs}, too"
    note "losses never stretch: [n] against [n, 1] would compare each with each; `x.squeeze(Axis::<-1>)` removes an axis of size 1"
    pub trait TargetOf<L, Lhs, Rhs, Open>: TheVery<L> {}
    /// There is an axis of classes where the verdict `V` is. `Self` are the targets: the compiler waits until they are known.
    message "scores of shape {Of} have no axis of classes"
    label "the last axis of the scores is that of the classes"
    note "[…, C] with targets […]: `logits.cross_entropy(&targets)`"
    pub trait AxisOfClasses<V, Of> {
        /// The axes in front of it.
        type Outer: crate::shape::Shape;
        /// The axis alone.
        type Classes: crate::shape::Shape;
    }
    /// Each row of scores has one target.
    message "cannot compare logits of shape {Of} with targets of shape {Targets}"
    label "the targets would have to be of shape {Needed}, the logits' without the axis of the classes: the last one, or for another `cross_entropy_along(Axis::<1>, &targets, Default::default())`"
    note "[…, C] with targets […], one class for each row of logits; probabilities of classes: `cross_entropy_soft`"
    pub trait TargetsOf<Outer, Of, Targets, Needed, Open>: TheVery<Outer> {}
    /// Each sequence has a row of labels. `Self` is the shape of these as it is printed.
    message "cannot align labels of shape {Self} with logarithms of probabilities of shape {Of}"
    label "labels are [B, S], one row for each sequence of [T, B, C], which `x.swap_axes(Axis::<0>, Axis::<1>)` makes of [B, T, C]"
    note "[T, B, C]: steps, then sequences, then classes; `x.unsqueeze(Axis::<1>)` makes a batch of one"
    pub trait LabelsOf<Logs, Labels, Of> {
        /// One axis, of the sequences.
        type Batch: crate::shape::Shape;
    }
    /// Each sequence has one length.
    message "cannot take lengths of shape {Lengths} for sequences of shape {Of}"
    label "the lengths would have to be of shape {Needed}: one for each sequence"
    note "[T, B, C] with labels [B, S], and two tensors of integers [B]: how many steps each sequence has, and how many labels"
    pub trait SequenceLengths<Batch, Of, Lengths, Needed>: Exactly<Batch> {}
    /// Each class has one weight.
    message "cannot weight the classes of logits of shape {Of} by weights of shape {Weights}"
    label "the weights would have to be of shape {Needed}: one for each class"
    note "[…, C] with weights [C], the loss of a class each by that class's weight; `pos_weight` is that of `binary_cross_entropy_with_logits_weighted`"
    pub trait WeightsOfClasses<Classes, Of, Weights, Needed>: Exactly<Classes> {}
    /// Vectors that are compared are of one shape.
    message "cannot compare vectors of shape {Lhs} with vectors of shape {Rhs}"
    label "the second would have to be of shape {Lhs}, too"
    note "nothing is stretched; to compare one vector with many, write `y.expand_as(&x)`"
    pub trait ComparedWith<L, Lhs, Rhs>: Exactly<L> {}
}

/// What a step gives is one number. `Self` is its shape: the compiler waits until it is known.
#[diagnostic::on_unimplemented(
    message = "a step gives its loss, one number, and not a tensor of shape {Of}",
    label = "this closure gives a tensor of shape {Of}",
    note = "`losses.mean_all()` and `losses.sum_all()` are one number; of a loss `cross_entropy_each` is one for each row, and `cross_entropy` their mean"
)]
pub trait OneNumber<Of>: Exactly<()> {}
#[diagnostic::do_not_recommend]
impl<Of, S> OneNumber<Of> for S where S: Exactly<()> {}
