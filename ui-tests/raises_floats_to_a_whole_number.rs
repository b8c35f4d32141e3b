use shaped::prelude::*;

fn main() {
    let x = tensor![1.0f32, 2.0, 3.0];
    let y = x.pow(2);
    println!("{y}");
}
