//! A model of the tensors in "resnet.safetensors", as `cargo shaped types` found them. What it computes is not in the file.
//!
//! ```ignore
//! let file = SafeTensors::open("resnet.safetensors")?;
//! let mut net = Net::new();
//! net.load_state_dict(&file)?;
//! ```

use shaped::{nn::*, prelude::*};

model! {
    pub struct Layer1 {
        pub bn1: BatchNorm2d<dim!(8)>,
        pub conv1: Conv2d<dim!(8), dim!(8), dim!(3)>, // stride and padding, a last parameter `Conv<…>`, are not in the file
    }
}

impl Layer1 {
    /// Of zeros, with the parameters that the file has.
    pub fn new() -> Self {
        Layer1 {
            conv1: Conv2d::<dim!(8), dim!(8), dim!(3)>::without_bias(Tensor::zeros()),
            ..Default::default()
        }
    }
}

model! {
    pub struct Layer2 {
        pub bn1: BatchNorm2d<dim!(8)>,
        pub conv1: Conv2d<dim!(8), dim!(8), dim!(3)>, // stride and padding, a last parameter `Conv<…>`, are not in the file
        pub downsample: (Conv2d<dim!(8), dim!(8), dim!(1)>, BatchNorm2d<dim!(8)>,), // 0: stride and padding, a last parameter `Conv<…>`, are not in the file
    }
}

impl Layer2 {
    /// Of zeros, with the parameters that the file has.
    pub fn new() -> Self {
        Layer2 {
            conv1: Conv2d::<dim!(8), dim!(8), dim!(3)>::without_bias(Tensor::zeros()),
            downsample: (Conv2d::<dim!(8), dim!(8), dim!(1)>::without_bias(Tensor::zeros()), Default::default(),),
            ..Default::default()
        }
    }
}

model! {
    pub struct Net {
        pub fc: Linear<dim!(8), dim!(10)>,
        pub layer1: [Layer1; 3],
        pub layer2: (Layer2, Layer1,),
        pub stem: Conv2d<dim!(3), dim!(8), (dim!(7), dim!(5))>, // stride and padding, a last parameter `Conv<…>`, are not in the file
        pub up: ConvTranspose2d<dim!(8), dim!(4), dim!(2)>, // stride and padding, a last parameter `TransposedConv<…>`, are not in the file
    }
}

impl Net {
    /// Of zeros, with the parameters that the file has.
    pub fn new() -> Self {
        Net {
            layer1: std::array::from_fn(|_| Layer1::new()),
            layer2: (Layer2::new(), Layer1::new(),),
            ..Default::default()
        }
    }
}
