use shaped::{nn::*, prelude::*};

const H: usize = 32;

fn main() {
    let _gates = Linear::<dim!(4 * H), dim!({ H })>::default();
}
