//! Texts for tensors that are read from files while the program is compiled.

use core::marker::PhantomData;

use super::texts::texts;
use crate::shape::list::Exactly;

texts! {
    /// What a file holds is what is asked for: elements and shape.
    message "the file has `{Has}` {Lies}, the type asks for `{T}` {Asked}"
    label "the file holds a tensor of another type"
    note "what is included has the shape and the elements of the file: `static W: Inline<f32, shape![128, 64]> = include_tensor!(…)`; `let w = include_tensor!(…)` takes them from it"
    pub trait IncludedAs<Has, Of, T, Lies, Asked> {
        /// That it is so.
        #[doc(hidden)]
        const PROOF: Proof<Self, T, Asked> = Proof(PhantomData);
    }
}

/// That a file has what is asked for.
#[doc(hidden)]
pub struct Proof<This: ?Sized, T, Asked>(PhantomData<fn(T, Asked) -> This>);

#[diagnostic::do_not_recommend]
impl<X: Exactly<(Has, Of)>, Has, Of, T, Lies, Asked> IncludedAs<Has, Of, T, Lies, Asked> for X {}
