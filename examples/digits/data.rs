//! The digits and the models, from files.

use std::path::Path;

use shaped::io::{FileError, Npy, SafeTensors, TensorSource};
use shaped::{nn::*, prelude::*};

use super::{Batch, Logits};

/// The first of the digits that no model is trained with.
const FIRST: usize = 1437;

/// Pictures of digits, and what they are.
pub struct Digits {
    /// 0 to 1, `[Batch, 8, 8]`.
    pub images: Tensor<f32, shape![Batch, 8, 8]>,
    /// What each of them is.
    pub labels: Tensor<u8, shape![Batch]>,
}

impl Digits {
    /// The digits 1437 to 1796 of `digits_images.npy` and `digits_labels.npy`, which the models have not seen.
    ///
    /// # Errors
    /// If a file is not there, or is not what it should be.
    pub fn read(folder: &Path) -> Result<Self, FileError> {
        Ok(Digits::read_both(folder)?.1)
    }

    /// The digits that models are trained with, and those of [`read`](Self::read).
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_both(folder: &Path) -> Result<(Self, Self), FileError> {
        let images = Npy::open(folder.join("digits_images.npy"))?.tensor::<u8, shape![1797, 8, 8]>()?;
        let labels = Npy::open(folder.join("digits_labels.npy"))?.tensor::<u8, shape![1797]>()?;
        let images = images.cast::<f32>() / 16.0;
        let part = |start, len| Digits {
            images: images.narrow_with(Axis::<0>, start, Batch(len)).to_tensor(),
            labels: labels.narrow_with(Axis::<0>, start, Batch(len)).to_tensor(),
        };
        Ok((part(0, FIRST), part(FIRST, 1797 - FIRST)))
    }

    /// How many of these scores are highest where they should be.
    pub fn right(&self, scores: &Logits<Batch>) -> usize {
        let said = scores.argmax(Axis::<-1>);
        said.iter().zip(self.labels.iter()).filter(|(said, label)| **said == usize::from(**label)).count()
    }
}

/// A model with the weights of a file, and what PyTorch's model says of the digits.
///
/// # Errors
/// If the file is not there, or a tensor is missing or of another shape.
pub fn read_model<M: Parameters + Default>(folder: &Path, name: &str) -> Result<(M, Logits<Batch>), FileError> {
    let file = SafeTensors::open(folder.join(name).with_extension("safetensors"))?;
    let mut model = M::default();
    model.load_state_dict(&file)?;
    Ok((model, file.tensor("expected_logits")?))
}
