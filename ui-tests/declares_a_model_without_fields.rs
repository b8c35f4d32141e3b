use shaped::{nn::*, prelude::*};

model! {
    struct Double;
}

fn main() {
    let _ = tensor![1.0];
}
