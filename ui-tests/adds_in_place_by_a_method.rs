use shaped::prelude::*;

fn main() {
    let mut x = tensor![1.0f32, 2.0];
    x.add_(&tensor![1.0, 1.0]);
}
