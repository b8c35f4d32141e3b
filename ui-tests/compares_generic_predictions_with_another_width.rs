use shaped::prelude::*;

fn loss<B: Size, D: StaticSize, E: StaticSize>(
    x: &Tensor<f32, shape![B, D]>,
    y: &Tensor<f32, shape![B, E]>,
) -> f32 {
    x.mse_loss(y)
}

fn main() {
    loss(&Tensor::<f32, shape![3, 8]>::zeros(), &Tensor::<f32, shape![3, 8]>::zeros());
}
