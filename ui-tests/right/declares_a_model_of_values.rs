use shaped::{nn::*, prelude::*};

model! {
    struct Net {
        up: Linear<dim!(4), dim!(8)>,
        down: Linear<dim!(8), dim!(4)>,
    }
}

#[test]
fn compiles_and_runs() {
    let y = Net::default().up.forward(&tensor![1.0f32, 2.0, 3.0, 4.0]);
    assert_eq!(y.sizes(), [8]);
}
