use shaped::{nn::words::TakenAsModel as _, nn::*, optim::*, prelude::*};

fn main() {
    let model = Linear::<dim!(8), dim!(8)>::default();
    let adam = Adam::new(&model.parameters(), 1e-3);
    println!("{}", adam.lr);
}
