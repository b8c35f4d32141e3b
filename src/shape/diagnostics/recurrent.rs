//! Texts of recurrent layers and cells.

use super::texts::texts;
use crate::shape::Shape;
use crate::shape::last_axes::last_axes;
use crate::shape::list::{Exactly, TheVery};
use crate::shape::size::Size;

texts! {
    /// A shape `S` has steps, and what each step has. `Self` is the inputs that a layer takes.
    message "cannot run a recurrent layer over shape {Shown}"
    label "the input needs two axes at least: the steps, and what each of them has"
    note "[.., steps, in] -> [.., steps, hidden], PyTorch's `batch_first=True`; one step is for a cell, such as `LstmCell`"
    pub trait StepsOf<S, Shown> {
        last_axes!(Steps Given);
    }
    /// The input's last axis is what a layer takes: `Self` and `Needed`, the sizes `Takes` and `Given`. (Of a generic size as `Self` the compiler would
    /// say what is implemented for it.)
    message "cannot run a recurrent layer of {Takes} inputs over shape {Shown}"
    label "the input's last axis is {Given}, the layer takes {Takes}"
    note "[.., steps, in] -> [.., steps, hidden]; of [in, steps] it is `x.transpose()`, and of [steps, batch, in] `x.swap_axes(Axis::<0>, Axis::<1>)`"
    pub trait LayerInputs<Needed, Outputs, Given, Takes, Shown, Open>: TheVery<Needed> {
        /// The width of what it gives, once that is clear.
        type Out: Size;
    }
    /// A shape `S` has an axis of what a cell takes. `Self` is the inputs that it takes.
    message "cannot run a recurrent cell over shape {Shown}"
    label "the input needs an axis: what the step has"
    note "[.., in] with a state [.., hidden] -> [.., hidden]"
    pub trait StepOf<S, Shown> {
        last_axes!(Given);
    }
    /// The input's last axis is what a cell takes: the same.
    message "cannot run a recurrent cell of {Takes} inputs over shape {Shown}"
    label "the input's last axis is {Given}, the cell takes {Takes}"
    note "[.., in] with a state [.., hidden] -> [.., hidden]; many steps in one call are for a layer, such as `Lstm`"
    pub trait CellInputs<Needed, Outputs, Given, Takes, Shown, Open>: TheVery<Needed> {
        /// The width of the state, once that is clear.
        type Out: Size;
    }
    /// A state, whose shape is `Self`, is one of the sequences that a layer or cell runs over.
    message "a state of shape {Given} is not one of an input of shape {Of}"
    label "the state that goes with this input has shape {Fitting}"
    note "a layer's state is [.., layers, hidden] of [.., steps, in], [.., layers, projected] of a projected one, in both ways of twice as many layers; a cell's is [.., hidden] of [.., in]"
    pub trait StateOf<Needed, Of, Given, Fitting>: Exactly<Needed> {
        /// The size `D`, once that is clear.
        type Then<D: Size>: Size;
    }
    /// A cell state, whose shape is `Self`, is one of the sequences that a projected layer runs over.
    message "a cell state `c` of shape {Given} is not one of an input of shape {Of}"
    label "the `c` that goes with this input has shape {Fitting}"
    note "of a projected layer `h` is [.., layers, projected], and `c` is [.., layers, hidden]; `forward_with_state` starts from zeros"
    pub trait CellStateOf<Needed, Of, Given, Fitting>: Exactly<Needed> {
        /// The size `D`, once that is clear.
        type Then<D: Size>: Size;
    }
    /// Lengths, whose shape is `Self`, are of the sequences that a layer runs over.
    message "lengths of shape {Given} are not those of the sequences in shape {Of}"
    label "there is one length for each sequence: shape {Fitting}"
    note "[.., steps, in] has lengths [..], one number of steps for each sequence"
    pub trait LengthsOf<Needed, Of, Given, Fitting>: Exactly<Needed> {
        /// The size `D`, once that is clear.
        type Then<D: Size>: Size;
    }
}
