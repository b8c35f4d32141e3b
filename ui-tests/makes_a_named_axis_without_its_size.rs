use shaped::prelude::*;

axis!(Batch);

fn main() {
    let _: Tensor<f32, shape![Batch, 784]> = Tensor::zeros();
}
