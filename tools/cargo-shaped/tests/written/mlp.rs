//! A model of the tensors in "digits_mlp.safetensors", as `cargo shaped types` found them. What it computes is not in the file.
//!
//! ```ignore
//! let file = SafeTensors::open("digits_mlp.safetensors")?;
//! let mut net = Net::default();
//! net.load_state_dict(&file)?;
//! ```

use shaped::{nn::*, prelude::*};

/// One after the other; `Identity` stands for what has no parameters.
pub type Net = (Linear<dim!(64), dim!(128)>, Identity, Linear<dim!(128), dim!(64)>, Identity, Linear<dim!(64), dim!(10)>,);

// Not in the model:
// "expected_logits" F32 [360, 10]
