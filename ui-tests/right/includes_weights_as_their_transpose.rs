use shaped::prelude::*;

static WEIGHT: Inline<f32, shape![10, 64]> = include_tensor!("../../examples/data/digits_mlp.safetensors", "4.weight");

#[test]
fn compiles_and_runs() {
    println!("{}", WEIGHT.sum_all());
}
