use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![6, 10]> = Tensor::ones();
    let _ = part!(x; ::2, ..);
}
