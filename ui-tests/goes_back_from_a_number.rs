use shaped::prelude::*;

fn main() {
    let loss = tensor![1.0f32, 2.0].mean_all();
    loss.backward();
}
