use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![3, 10]> = Tensor::ones();
    for row in &x {
        println!("{}", row.sum_all());
    }
}
