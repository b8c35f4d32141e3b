use shaped::{nn::*, prelude::*};

model! {
    struct Net {
        up: Linear::<dim!(4), dim!(8)>::default(),
        down: Linear::<dim!(8), dim!(4)>::default(),
    }
}

fn main() {
    let _ = Net::default().up.forward(&tensor![1.0f32, 2.0, 3.0, 4.0]);
}
