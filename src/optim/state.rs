//! What training keeps beside the model, in files.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Adagrad, Adam, AdamW, Ema, RmsProp, Sgd};
use crate::io::{FileElement, FileError, SafeTensorsWriter, TensorSource};
use crate::kind::Real;
use crate::nn::{Parameters, Role, child};

/// What an optimizer or an average keeps from step to step, written to files and read from them, so that an interrupted training goes on as if
/// it had not been, bit for bit.
///
/// The names are PyTorch's, followed by the parameter's: `exp_avg.0.weight`, and `step` and `lr` beside them. What the program says when it makes
/// an optimizer (weight decay, momentum, betas) is not in the file: it says it again.
///
/// ```
/// use shaped::{grad::Gradient, io::{SafeTensors, SafeTensorsWriter}, nn::*, optim::*, prelude::*};
/// let (mut model, mut gradient) = (Param::new(tensor![1.0f32, 2.0]), Gradient::new(Param::new(tensor![0.5f32, -0.5])));
/// let mut adam = Adam::new(&model, 1e-3);
/// adam.step(&mut model, &mut gradient);
///
/// // The model and its optimizer in one file, which is written all or nothing: `file.save("run.safetensors")?`.
/// let mut file = SafeTensorsWriter::new().with("model", model.value())?;
/// adam.add_state("optimizer", &mut file)?;
/// let file = SafeTensors::from_bytes(file.to_bytes()?)?;
/// assert_eq!(file.names(), ["model", "optimizer.exp_avg", "optimizer.exp_avg_sq", "optimizer.lr", "optimizer.step"]);
///
/// let mut again = Param::new(file.tensor("model")?);
/// let mut adam_again = Adam::new(&again, 1e-3);
/// adam_again.load_state("optimizer", &file)?;
/// adam.step(&mut model, &mut gradient);
/// adam_again.step(&mut again, &mut gradient);
/// assert_eq!(model, again);
/// # Ok::<(), shaped::io::FileError>(())
/// ```
///
/// A file of another model or optimizer is an error that says what is expected and what there is:
///
/// ```
/// use shaped::{io::SafeTensors, nn::*, optim::*, prelude::*};
/// let file = SafeTensors::from_bytes(Adam::new(&Param::<shape![3]>::zeros(), 1e-3).state_dict()?.to_bytes()?)?;
/// let error = Adam::new(&Param::<shape![2]>::zeros(), 1e-3).load_state_dict(&file).unwrap_err();
/// assert_eq!(error.to_string(), r#"tensor "exp_avg": the file has f32 [3], the type asks for f32 [2]"#);
/// # Ok::<(), shaped::io::FileError>(())
/// ```
pub trait TrainingState<T: FileElement + Real = f32>: Clone {
    /// The model that it is of.
    type Model: Parameters<T>;

    /// How many steps there were, the rate, and what is kept of each parameter.
    #[doc(hidden)]
    fn kept(&self) -> (u64, Option<f64>, Vec<Kept<&Self::Model>>);
    /// As `kept`, to change it.
    #[doc(hidden)]
    fn kept_mut(&mut self) -> (&mut u64, Option<&mut f64>, Vec<Kept<&mut Self::Model>>);

    /// The state, to be written to a file. PyTorch's `optimizer.state_dict()`. Copies the elements.
    ///
    /// # Errors
    /// If two tensors have one name.
    fn state_dict(&self) -> Result<SafeTensorsWriter, FileError> {
        let mut to = SafeTensorsWriter::new();
        self.add_state("", &mut to)?;
        Ok(to)
    }

    /// Adds the state to a file with other things in it, all names starting with `prefix` and a dot. Copies the elements.
    ///
    /// # Errors
    /// If the file has a tensor of one of the names.
    fn add_state(&self, prefix: &str, to: &mut SafeTensorsWriter) -> Result<(), FileError> {
        let (steps, lr, parts) = self.kept();
        to.add_slice(&child(prefix, "step"), &[], &[steps])?;
        if let Some(lr) = lr {
            to.add_slice(&child(prefix, "lr"), &[], &[lr])?;
        }
        for Kept { name, whole, model } in parts {
            let mut parameters = Vec::new();
            model.collect(&child(prefix, name), &mut parameters);
            for (parameter, role) in parameters.into_iter().zip(roles(model)) {
                if whole || role == Role::Learned {
                    to.add_slice(&parameter.name, &parameter.sizes, parameter.elements)?;
                }
            }
        }
        Ok(())
    }

    /// Takes the state from a file. Gives the names of those tensors in the file that are not part of it. PyTorch's
    /// `optimizer.load_state_dict(state)`.
    ///
    /// # Errors
    /// If a tensor is not in the file, or has another element type or shape there; then nothing has changed.
    fn load_state_dict(&mut self, file: &impl TensorSource) -> Result<Vec<String>, FileError> {
        let mut left: Vec<String> = file.names().into_iter().map(String::from).collect();
        let mut new = self.clone();
        read(&mut new, "", file, &mut |name| left.retain(|left| left != name))?;
        *self = new;
        Ok(left)
    }

    /// Takes the state from a file with other things in it, where all names start with `prefix` and a dot.
    ///
    /// # Errors
    /// As [`load_state_dict`](Self::load_state_dict).
    fn load_state(&mut self, prefix: &str, file: &impl TensorSource) -> Result<(), FileError> {
        let mut new = self.clone();
        read(&mut new, prefix, file, &mut |_| {})?;
        *self = new;
        Ok(())
    }
}

/// One of the models that a state is made of.
#[derive(Debug)]
pub struct Kept<M> {
    name: &'static str,
    /// Not only what belongs to what is learned: buffers, too.
    whole: bool,
    model: M,
}

#[cfg(feature = "graph")]
impl<M> Kept<M> {
    /// What it is called in files.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    pub(crate) fn model(&self) -> &M {
        &self.model
    }

    pub(crate) fn into_model(self) -> M {
        self.model
    }
}

/// Fills a state from a file, and says which tensors that took.
fn read<T: FileElement + Real, S: TrainingState<T>>(
    state: &mut S,
    prefix: &str,
    file: &impl TensorSource,
    taken: &mut dyn FnMut(&str),
) -> Result<(), FileError> {
    let (steps, lr, parts) = state.kept_mut();
    let name = child(prefix, "step");
    file.read_into_slice(&name, &[], core::slice::from_mut(steps))?;
    taken(&name);
    if let Some(lr) = lr {
        let name = child(prefix, "lr");
        file.read_into_slice(&name, &[], core::slice::from_mut(lr))?;
        taken(&name);
    }
    for Kept { name, whole, model } in parts {
        let roles = roles(model);
        let mut parameters = Vec::new();
        model.collect_mut(&child(prefix, name), &mut parameters);
        for (parameter, role) in parameters.into_iter().zip(roles) {
            if whole || role == Role::Learned {
                file.read_into_slice(&parameter.name, &parameter.sizes, parameter.elements)?;
                taken(&parameter.name);
            }
        }
    }
    Ok(())
}

/// What the tensors of a model are for, in their order.
fn roles<T, M: Parameters<T>>(model: &M) -> Vec<Role> {
    let mut roles = Vec::new();
    model.visit(&mut |role, _| roles.push(role));
    roles
}

/// A row for each: whether it has a rate, and what it keeps of each parameter, always or if it was asked for.
macro_rules! states {
    ($($name:ident, $lr:ident { $($file:literal $how:ident $field:ident $(of $asked:ident)?),* })*) => { $(
        impl<M: Parameters<T> + Clone, T: FileElement + Real> TrainingState<T> for $name<M> {
            type Model = M;
            fn kept(&self) -> (u64, Option<f64>, Vec<Kept<&M>>) {
                let parts = [$(states!(@$how $file, self as_ref (&) $field $($asked)?)),*];
                (self.steps, states!(@$lr self ()), parts.into_iter().flatten().collect())
            }
            fn kept_mut(&mut self) -> (&mut u64, Option<&mut f64>, Vec<Kept<&mut M>>) {
                let parts = [$(states!(@$how $file, self as_mut (&mut) $field $($asked)?)),*];
                (&mut self.steps, states!(@$lr self (&mut)), parts.into_iter().flatten().collect())
            }
        }
    )* };
    (@always $name:literal, $self:ident $as:ident ($($by:tt)*) $field:ident) => {
        Some(Kept { name: $name, whole: false, model: $($by)* $self.$field })
    };
    (@whole $name:literal, $self:ident $as:ident ($($by:tt)*) $field:ident) => {
        Some(Kept { name: $name, whole: true, model: $($by)* $self.$field })
    };
    (@option $name:literal, $self:ident $as:ident ($($by:tt)*) $field:ident) => {
        $self.$field.$as().map(|model| Kept { name: $name, whole: false, model })
    };
    // Without momentum there is no velocity.
    (@nonzero $name:literal, $self:ident $as:ident ($($by:tt)*) $field:ident $asked:ident) => {
        ($self.$asked != 0.0).then_some(Kept { name: $name, whole: false, model: $($by)* $self.$field })
    };
    (@rate $self:ident ($($by:tt)*)) => { Some($($by)* $self.lr) };
    (@none $self:ident ($($by:tt)*)) => { None };
}
states! {
    Sgd, rate { "momentum_buffer" nonzero velocity of momentum }
    Adam, rate { "exp_avg" always mean, "exp_avg_sq" always square, "max_exp_avg_sq" option largest }
    AdamW, rate { "exp_avg" always mean, "exp_avg_sq" always square, "max_exp_avg_sq" option largest }
    RmsProp, rate { "square_avg" always square, "grad_avg" option mean, "momentum_buffer" option velocity }
    Adagrad, rate { "sum" always sum }
    Ema, none { "average" whole model }
}
