use shaped::prelude::*;

fn main() {
    println!("{:?}", tensor![1.0f32, 2.0].dtype());
}
