use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    for row in x.axis_iter(0) {
        let _ = row;
    }
}
