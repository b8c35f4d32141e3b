use shaped::nn::words::SavedByTensors;
use shaped::{nn::*, prelude::*};

fn main() {
    let layer = Linear::<dim!(8), dim!(2)>::default();
    layer.save();
}
