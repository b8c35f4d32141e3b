use shaped::prelude::*;

fn main() {
    let predicted: Tensor<f32, shape![8, 3]> = Tensor::ones();
    let target = Tensor::<i64, shape![8, 3]>::zeros();
    println!("{}", predicted.mse_loss(&target));
}
