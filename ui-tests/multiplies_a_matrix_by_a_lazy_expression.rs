use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![8, 3]> = Tensor::ones();
    let y = x.matmul(&(x.transpose().lazy() * 2.0));
    println!("{y:?}");
}
