use shaped::nn::*;
use shaped::prelude::*;

fn main() {
    let layer = Linear::<dim!(4), dim!(2)>::default();
    let half = &layer.weight * 0.5;
    println!("{half:?}");
}
