use shaped::prelude::*;

fn turned(x: &Tensor<f32, shape![2, 3]>) -> Tensor<f32, shape![3, 2]> {
    x.transpose()
}

fn main() {
    println!("{}", turned(&Tensor::ones()));
}
