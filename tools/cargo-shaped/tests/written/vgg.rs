//! A model of the tensors in "vgg.safetensors", as `cargo shaped types` found them. What it computes is not in the file.
//!
//! ```ignore
//! let file = SafeTensors::open("vgg.safetensors")?;
//! let mut net = Net::default();
//! net.load_state_dict(&file.renamed(renamed)?)?;
//! ```

use shaped::{nn::*, prelude::*};

model! {
    pub struct Features {
        pub n0: Conv2d<dim!(3), dim!(4), dim!(3)>, // stride and padding, a last parameter `Conv<…>`, are not in the file
        pub n2: Conv2d<dim!(4), dim!(4), dim!(3)>, // stride and padding, a last parameter `Conv<…>`, are not in the file
        pub n13: Conv2d<dim!(4), dim!(8), dim!(3)>, // stride and padding, a last parameter `Conv<…>`, are not in the file
    }
}

model! {
    pub struct Net {
        pub features: Features,
    }
}

/// The name of a field for the name of a tensor in the file.
pub fn renamed(name: &str) -> Option<String> {
    Some(match name {
        "features.0.bias" => "features.n0.bias",
        "features.0.weight" => "features.n0.weight",
        "features.2.bias" => "features.n2.bias",
        "features.2.weight" => "features.n2.weight",
        "features.13.bias" => "features.n13.bias",
        "features.13.weight" => "features.n13.weight",
        same => same,
    }.to_string())
}
