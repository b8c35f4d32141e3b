use shaped::prelude::*;

fn attend<B, T>(scores: &Tensor<f32, shape![B, T]>) -> Tensor<f32, shape![B, T]> {
    scores.softmax(Axis::<-1>)
}

fn main() {
    attend(&Tensor::<f32, shape![2, 3]>::ones());
}
