use shaped::prelude::*;

fn main() {
    let x = Tensor::new([[1.0, 2.0], [3.0, 4.0]]);
    let y = &x + 1.0;
    println!("{y}");
}
