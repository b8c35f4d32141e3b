use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![8, 3]> = Tensor::ones();
    let w: Tensor<f64, shape![3, 2]> = Tensor::ones();
    let y = x.matmul(&w);
    println!("{y:?}");
}
