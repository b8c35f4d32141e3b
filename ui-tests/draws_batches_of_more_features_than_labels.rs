use shaped::{optim::Batches, prelude::*};

fn main() {
    let x: Tensor<f32, shape![1000, 784]> = Tensor::ones();
    let labels: Tensor<u8, shape![900]> = Tensor::zeros();
    let _batches = Batches::new(&x, &labels, Dim::<50>);
}
