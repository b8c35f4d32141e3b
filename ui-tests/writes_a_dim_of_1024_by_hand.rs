use shaped::prelude::*;

fn main() {
    let _: Tensor<f32, ((), Dim<1024>)> = Tensor::zeros();
}
