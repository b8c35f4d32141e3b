//! A model of the tensors in "sound.safetensors", as `cargo shaped types` found them. What it computes is not in the file.
//!
//! ```ignore
//! let file = SafeTensors::open("sound.safetensors")?;
//! let mut net = Net::default();
//! net.load_state_dict(&file.renamed(renamed)?.casting())?;
//! ```

use shaped::{nn::*, prelude::*};

model! {
    #[allow(non_snake_case)]
    pub struct Net {
        pub Wq: RmsNorm<dim!(5)>,
        pub conv: Conv1d<dim!(1), dim!(4), dim!(9)>, // stride and padding, a last parameter `Conv<…>`, are not in the file
        pub gru: Gru<dim!(12), dim!(5)>,
        pub lstm: Lstm<dim!(4), dim!(6), dim!(2), BothWays>,
        pub norm: BatchNorm1d<dim!(4)>,
        pub rnn: Rnn<dim!(5), dim!(5)>,
        pub scale: Param<shape![]>,
        pub self_: Linear<dim!(5), dim!(5)>,
    }
}

/// The name of a field for the name of a tensor in the file.
pub fn renamed(name: &str) -> Option<String> {
    Some(match name {
        "self.bias" => "self_.bias",
        "self.weight" => "self_.weight",
        same => same,
    }.to_string())
}
