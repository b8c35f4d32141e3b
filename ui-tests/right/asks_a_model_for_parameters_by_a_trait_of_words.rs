use shaped::{nn::*, optim::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let model = Linear::<dim!(8), dim!(8)>::default();
    let adam = Adam::new(&model, 1e-3);
    assert_eq!(adam.lr, 1e-3);
}
