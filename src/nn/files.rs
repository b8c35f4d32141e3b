//! Models from files and to files.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::Parameters;
#[cfg(feature = "safetensors")]
use crate::io::SafeTensorsWriter;
use crate::io::{FileElement, FileError, TensorSource};

/// The names that a model and a file don't have in common.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// Those of the model, in its order, that are not in the file. PyTorch's `missing_keys`.
    pub missing: Vec<String>,
    /// Those in the file, sorted, that the model has not. PyTorch's `unexpected_keys`.
    pub unexpected: Vec<String>,
}

/// Models that are read from files and written to them, tensor by tensor.
pub trait StateDict<T: FileElement = f32>: Parameters<T> {
    /// Fills all tensors of the model from those of the same names in a file, which PyTorch may have written. Gives the names of
    /// those in the file that the model has not. PyTorch's `model.load_state_dict(tensors)`, which refuses these, too.
    ///
    #[cfg_attr(feature = "safetensors", doc = "```")]
    #[cfg_attr(not(feature = "safetensors"), doc = "```ignore")]
    /// use shaped::{io::SafeTensors, nn::*, prelude::*};
    /// let mut mlp = <(
    ///     Linear<dim!(64), dim!(128)>,
    ///     Relu,
    ///     Linear<dim!(128), dim!(64)>,
    ///     Relu,
    ///     Linear<dim!(64), dim!(10)>,
    /// )>::default();
    /// let file = SafeTensors::open("examples/data/digits_mlp.safetensors")?;
    /// assert_eq!(mlp.load_state_dict(&file)?, ["expected_logits"]);
    /// # Ok::<(), shaped::io::FileError>(())
    /// ```
    ///
    /// # Errors
    /// If a tensor of the model is not in the file, or has another element type or shape there. Some of the model's tensors may
    /// have been filled by then.
    // A path, which is a `str`, gets one error so, and not two.
    #[allow(clippy::needless_maybe_sized)]
    fn load_state_dict(&mut self, file: &(impl TensorSource + ?Sized)) -> Result<Vec<String>, FileError> {
        let mut left = BTreeSet::from_iter(file.names());
        for parameter in self.named_parameters_mut() {
            file.read_into_slice(&parameter.name, &parameter.sizes, parameter.elements)?;
            left.remove(parameter.name.as_str());
        }
        Ok(left.into_iter().map(String::from).collect())
    }

    /// As [`load_state_dict`](Self::load_state_dict), where the file need not have all: what it has not stays as it was, as the new head of a
    /// model that others trained. PyTorch's `model.load_state_dict(tensors, strict=False)`, which gives the same two lists.
    ///
    #[cfg_attr(feature = "safetensors", doc = "```")]
    #[cfg_attr(not(feature = "safetensors"), doc = "```ignore")]
    /// use shaped::{io::SafeTensors, nn::*, prelude::*};
    /// type Wider = (Linear<dim!(64), dim!(128)>, Relu, Linear<dim!(128), dim!(64)>, Relu, Identity, Tanh, Linear<dim!(64), dim!(3)>);
    /// let mut model = Wider::default();
    /// let file = SafeTensors::open("examples/data/digits_mlp.safetensors")?;
    /// let keys = model.load_state_dict_partly(&file)?;
    /// assert_eq!(keys.missing, ["6.weight", "6.bias"]);
    /// assert_eq!(keys.unexpected, ["4.bias", "4.weight", "expected_logits"]);
    /// # Ok::<(), shaped::io::FileError>(())
    /// ```
    ///
    /// # Errors
    /// If a tensor of the model has another element type or shape in the file. Some of the model's tensors may have been filled by then.
    fn load_state_dict_partly(&mut self, file: &impl TensorSource) -> Result<Keys, FileError> {
        let (mut left, mut missing) = (BTreeSet::from_iter(file.names()), Vec::new());
        for parameter in self.named_parameters_mut() {
            if left.remove(parameter.name.as_str()) {
                file.read_into_slice(&parameter.name, &parameter.sizes, parameter.elements)?;
            } else {
                missing.push(parameter.name);
            }
        }
        Ok(Keys { missing, unexpected: left.into_iter().map(String::from).collect() })
    }

    /// All tensors of the model, to be written to a file that PyTorch can read. PyTorch's
    /// `safetensors.torch.save_file(model.state_dict(), path)`. Copies the elements.
    ///
    /// ```
    /// use shaped::{io::SafeTensors, nn::*, prelude::*};
    /// let model = Linear::<dim!(3), dim!(2)>::default();
    /// let bytes = model.state_dict()?.to_bytes()?;
    /// let mut copy = Linear::<dim!(3), dim!(2)>::new(Tensor::ones(), Tensor::ones());
    /// copy.load_state_dict(&SafeTensors::from_bytes(bytes)?)?;
    /// assert_eq!(copy.weight, model.weight);
    /// # Ok::<(), shaped::io::FileError>(())
    /// ```
    ///
    /// # Errors
    /// If two tensors have one name.
    #[cfg(feature = "safetensors")]
    fn state_dict(&self) -> Result<SafeTensorsWriter, FileError> {
        let mut writer = SafeTensorsWriter::new();
        for parameter in self.named_parameters() {
            writer.add_slice(&parameter.name, &parameter.sizes, parameter.elements)?;
        }
        Ok(writer)
    }
}

impl<T: FileElement, M: Parameters<T>> StateDict<T> for M {}
