use shaped::{nn::*, optim::*, prelude::*};

fn main() {
    let model = Linear::<dim!(4), dim!(1)>::default();
    let sgd = Sgd::new(&model, 0.1);
    let schedule = CosineDecay::new(0.1, 100);
    for _ in 0..100 {
        schedule.step();
    }
    println!("{}", sgd.lr);
}
