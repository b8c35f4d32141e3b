// The loss is a number, and no step of a tape has seen it.
use shaped::prelude::*;

fn main() {
    let loss = tensor![1.0f32, 2.0].mse_loss(&tensor![1.0, 1.0]);
    loss.backward();
}
