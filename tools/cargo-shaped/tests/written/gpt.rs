//! A model of the tensors in "gpt.safetensors", as `cargo shaped types` found them. What it computes is not in the file.
//!
//! ```ignore
//! let file = SafeTensors::open("gpt.safetensors")?;
//! let mut net = Net::new();
//! net.load_state_dict(&file)?;
//! ```

use shaped::{nn::*, prelude::*};

model! {
    pub struct Layer {
        pub linear1: Linear<dim!(16), dim!(32)>,
        pub linear2: Linear<dim!(32), dim!(16)>,
        pub norm1: LayerNorm<dim!(16)>, // or `GroupNorm<_, _>`, of which the file says no groups
        pub norm2: LayerNorm<dim!(16)>, // or `GroupNorm<_, _>`, of which the file says no groups
        pub self_attn: MultiHeadAttention<dim!(16), One>, // how many heads, the second parameter, is not in the file
    }
}

model! {
    pub struct Encoder {
        pub layers: [Layer; 2],
    }
}

model! {
    pub struct Net {
        pub encoder: Encoder,
        pub head: Linear<dim!(16), dim!(1200)>, // or `Embedding<dim!(1200), dim!(16)>`
        pub many: Vec<Linear<dim!(16), dim!(16)>>, // or `Embedding<dim!(16), dim!(16)>`
        pub pos_emb: Param<shape![1, 6, 16]>,
        pub wte: Embedding<dim!(1200), dim!(16)>,
        pub r#type: Linear<dim!(16), dim!(3)>,
    }
}

impl Net {
    /// Of zeros, with the parameters that the file has.
    pub fn new() -> Self {
        Net {
            head: Linear::<dim!(16), dim!(1200)>::without_bias(Tensor::zeros()),
            many: (0..33).map(|_| Linear::<dim!(16), dim!(16)>::without_bias(Tensor::zeros())).collect(),
            ..Default::default()
        }
    }
}

// Not in the model:
// "mask" BOOL [6, 6]
