use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    println!("{}", x.nrows());
}
