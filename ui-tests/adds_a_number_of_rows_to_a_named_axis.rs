use shaped::prelude::*;

axis!(Batch);

fn main() {
    let x = Tensor::<f32, shape![Batch, 3]>::zeros_with(Batch(32));
    let y: Tensor<f32, shape![32, 3]> = Tensor::ones();
    let _ = &x + &y;
}
