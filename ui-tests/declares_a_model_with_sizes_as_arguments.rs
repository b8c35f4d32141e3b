use shaped::{nn::*, prelude::*};

model! {
    struct Net {
        up: Linear(4, 8),
        down: Linear(8, 4),
    }
}

fn main() {
    let _ = Net::default().up.forward(&tensor![1.0f32, 2.0, 3.0, 4.0]);
}
