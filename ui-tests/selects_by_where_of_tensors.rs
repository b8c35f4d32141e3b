use shaped::prelude::*;

fn main() {
    let x = tensor![[1.0, -2.0], [-3.0, 4.0]];
    let y = Tensor::where_(x.greater(0.0), &x, 0.0);
    println!("{y}");
}
