//! A model of the tensors in "digits_transformer.safetensors", as `cargo shaped types` found them. What it computes is not in the file.
//!
//! ```ignore
//! let file = SafeTensors::open("digits_transformer.safetensors")?;
//! let mut net = Net::default();
//! net.load_state_dict(&file)?;
//! ```

use shaped::{nn::*, prelude::*};

model! {
    pub struct Net {
        pub down: Linear<dim!(128), dim!(32)>,
        pub embed: Linear<dim!(8), dim!(32)>,
        pub expected_logits: Param<shape![360, 10]>,
        pub head: Linear<dim!(32), dim!(10)>,
        pub k: Linear<dim!(32), dim!(32)>,
        pub ln1: LayerNorm<dim!(32)>, // or `GroupNorm<_, _>`, of which the file says no groups
        pub ln2: LayerNorm<dim!(32)>, // or `GroupNorm<_, _>`, of which the file says no groups
        pub o: Linear<dim!(32), dim!(32)>,
        pub pos: Param<shape![8, 32]>,
        pub q: Linear<dim!(32), dim!(32)>,
        pub up: Linear<dim!(32), dim!(128)>,
        pub v: Linear<dim!(32), dim!(32)>,
    }
}
