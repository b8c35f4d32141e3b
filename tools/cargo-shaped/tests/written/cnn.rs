//! A model of the tensors in "digits_cnn.safetensors", as `cargo shaped types` found them. What it computes is not in the file.
//!
//! ```ignore
//! let file = SafeTensors::open("digits_cnn.safetensors")?;
//! let mut net = Net::default();
//! net.load_state_dict(&file)?;
//! ```

use shaped::{nn::*, prelude::*};

model! {
    pub struct Net {
        pub bn1: BatchNorm2d<dim!(16)>,
        pub bn2: BatchNorm2d<dim!(32)>,
        pub conv1: Conv2d<dim!(1), dim!(16), dim!(3)>, // stride and padding, a last parameter `Conv<…>`, are not in the file
        pub conv2: Conv2d<dim!(16), dim!(32), dim!(3)>, // stride and padding, a last parameter `Conv<…>`, are not in the file
        pub expected_logits: Param<shape![360, 10]>,
        pub fc: Linear<dim!(128), dim!(10)>,
    }
}
