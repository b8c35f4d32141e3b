//! Models from files and to files.

use alloc::string::String;
use alloc::vec::Vec;

use super::Parameters;
use crate::io::{FileElement, FileError, SafeTensorsWriter, TensorSource};

/// Models that are read from files and written to them, tensor by tensor.
pub trait StateDict<T: FileElement = f32>: Parameters<T> {
    /// Fills all tensors of the model from those of the same names in a file, which PyTorch may have written. Gives the names of
    /// those in the file that the model has not. PyTorch's `model.load_state_dict(tensors, strict=False)`.
    ///
    /// ```
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
    fn load_state_dict(&mut self, file: &impl TensorSource) -> Result<Vec<String>, FileError> {
        let mut left: Vec<String> = file.names().into_iter().map(String::from).collect();
        for parameter in self.named_parameters_mut() {
            file.read_into_slice(&parameter.name, &parameter.sizes, parameter.elements)?;
            left.retain(|name| *name != parameter.name);
        }
        Ok(left)
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
    fn state_dict(&self) -> Result<SafeTensorsWriter, FileError> {
        let mut writer = SafeTensorsWriter::new();
        for parameter in self.named_parameters() {
            writer.add_slice(&parameter.name, &parameter.sizes, parameter.elements)?;
        }
        Ok(writer)
    }
}

impl<T: FileElement, M: Parameters<T>> StateDict<T> for M {}
