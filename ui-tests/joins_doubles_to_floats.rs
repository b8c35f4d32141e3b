use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![8, 3]> = Tensor::ones();
    let y: Tensor<f64, shape![2, 3]> = Tensor::ones();
    let both = x.concat(&y, Axis::<0>);
    println!("{both:?}");
}
