use shaped::{nn::*, optim::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let model = Linear::<dim!(4), dim!(1)>::default();
    let mut sgd = Sgd::new(&model, 0.1);
    let schedule = CosineDecay::new(0.1, 100);
    for step in 0..100 {
        sgd.lr = schedule.at(step);
    }
    assert!(sgd.lr < 0.01);
}
