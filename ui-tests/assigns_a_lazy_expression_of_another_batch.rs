use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![64, 10]> = Tensor::ones();
    let mut out: Tensor<f32, shape![32, 10]> = Tensor::zeros();
    (x.lazy() * 2.0).assign_to(&mut out);
}
