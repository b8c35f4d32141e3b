use shaped::prelude::*;

fn main() {
    let _ = Tensor::from([0.0; 2000]);
}
