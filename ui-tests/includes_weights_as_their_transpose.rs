use shaped::prelude::*;

static WEIGHT: Inline<f32, shape![64, 10]> =
    include_tensor!("../examples/data/digits_mlp.safetensors", "4.weight");

fn main() {
    println!("{}", WEIGHT.sum_all());
}
