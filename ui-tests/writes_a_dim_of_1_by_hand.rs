use shaped::prelude::*;

fn main() {
    let _: Tensor<f32, (((), Dim<1>), Dim<3>)> = Tensor::zeros();
}
