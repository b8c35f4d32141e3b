use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let layer = Linear::<dim!(8), dim!(2)>::default();
    assert_eq!(layer.num_parameters(), 18); // with the feature `safetensors`: `layer.state_dict()?.save("layer.safetensors")?`
}
