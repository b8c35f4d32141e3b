use shaped::prelude::*;

fn main() {
    let count = std::env::args().count();
    let _rows: Tensor<f32, shape![count, 4]> = Tensor::zeros();
}
