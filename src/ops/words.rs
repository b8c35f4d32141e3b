//! Of what words of PyTorch and NumPy are guessed: `src/shape/diagnostics/words.rs` has them, with their answers.

#[cfg(feature = "alloc")]
use core::marker::PhantomData;
#[cfg(feature = "alloc")]
use core::ops::Deref;

use crate::expr::lazy::Lazy;
use crate::kind::Eager;
#[cfg(feature = "alloc")]
use crate::kind::{Real, Traced};
#[cfg(feature = "alloc")]
use crate::shape::diagnostics::{OfShape, answered, words_of_recorded};
use crate::shape::diagnostics::{guessed, words_of_expression, words_of_part};
use crate::shape::layout::Layout;
use crate::shape::{Shape, StaticShape};
use crate::tensor::Inline;
#[cfg(feature = "alloc")]
use crate::tensor::Tensor;
use crate::view::{PartMut, View, ViewMut};

guessed! {
    [T, S: Shape, Y: Layout<S>] View<'_, T, S, Y, Eager> => NoNumber
    [T, S: Shape] ViewMut<'_, T, S> => NoNumber
    [T, S: StaticShape] Inline<T, S> => NoNumber
    [E, S] Lazy<E, S> => NoNumber
}
// Of no use but for words, as above.
#[doc(hidden)]
#[cfg(feature = "alloc")]
impl<T, S> Deref for Tensor<T, S, Eager> {
    type Target = OfShape<S>;

    #[inline]
    fn deref(&self) -> &OfShape<S> {
        &OfShape { of: PhantomData }
    }
}
#[cfg(feature = "alloc")]
answered! { Cat [cat(tensors axis) concatenate(tensors axis)]: [T, S,] Tensor<T, S, Eager>; }
#[cfg(feature = "alloc")]
answered! { Randn [randn(rng) rand(rng)]: [T, S,] Tensor<T, S, Eager>; }
#[cfg(feature = "alloc")]
answered! { New [new(elements)]: [T, S,] Tensor<T, S, Eager>; }
#[cfg(feature = "alloc")]
answered! { Where [where_(mask a b)]: [T, S,] Tensor<T, S, Eager>; }

// What is recorded has no `Deref`: of a method that it lacks, the compiler would name what the guess lacks, too, and not our text.
#[cfg(feature = "alloc")]
words_of_recorded! {
    ['t, T: Real, S: Shape,] Tensor<T, S, Traced<'t>>;
    ['t, T: Real, S: Shape, Y: Layout<S>,] View<'_, T, S, Y, Traced<'t>>;
}
#[cfg(feature = "graph")]
words_of_recorded! {
    ['g, T: crate::hlo::Element, S: Shape,] Tensor<T, S, crate::kind::Graph<'g>>;
    ['g, T: crate::hlo::Element, S: Shape, Y: Layout<S>,] View<'_, T, S, Y, crate::kind::Graph<'g>>;
}

words_of_expression! { [E, S,] Lazy<E, S> }
words_of_part! { [T, S: Shape,] PartMut<'_, T, S> }
