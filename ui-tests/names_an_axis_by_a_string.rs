use shaped::prelude::*;

axis!(Batch);

fn main() {
    let _: Tensor<f32, shape!["batch", 3]>;
}
