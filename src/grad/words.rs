//! Of what words of PyTorch are guessed here: `src/shape/diagnostics/words.rs` has them, with their answers.

use super::Tape;
use crate::shape::diagnostics::guessed;

guessed! {
    [M, T] Tape<M, T> => TapeGuess
}
