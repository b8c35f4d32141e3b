use shaped::prelude::*;

fn main() {
    let mut x: Tensor<f32, shape![8, 3]> = Tensor::zeros();
    x.fill(2.0);
    println!("{x:?}");
}
