use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![[3, 4]]> = Tensor::zeros();
    println!("{:?}", x.sizes());
}
