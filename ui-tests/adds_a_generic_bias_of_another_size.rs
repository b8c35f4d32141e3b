use shaped::prelude::*;

fn layer<B: Size, I: StaticSize, O: StaticSize>(
    x: &Tensor<f32, shape![B, I]>,
    weight: &Tensor<f32, shape![O, I]>,
    bias: &Tensor<f32, shape![I]>,
) {
    let _ = x.linear(weight, bias);
}

fn main() {
    let (x, w) = (Tensor::<f32, shape![3, 8]>::zeros(), Tensor::<f32, shape![2, 8]>::zeros());
    layer(&x, &w, &Tensor::zeros());
}
