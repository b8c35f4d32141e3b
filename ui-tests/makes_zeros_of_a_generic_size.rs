use shaped::prelude::*;

fn hidden<H: Size>() -> Tensor<f32, shape![1, H]> {
    Tensor::zeros()
}

fn main() {
    let _ = hidden::<dim!(8)>();
}
