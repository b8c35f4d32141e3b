use shaped::prelude::*;

fn main() {
    let losses: Tensor<f32, shape![100]> = Tensor::zeros();
    println!("{}", losses.heat_map());
}
