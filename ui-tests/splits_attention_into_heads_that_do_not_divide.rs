use shaped::{nn::*, prelude::*};

fn main() {
    let _attention = MultiHeadAttention::<dim!(512), dim!(7)>::default();
}
