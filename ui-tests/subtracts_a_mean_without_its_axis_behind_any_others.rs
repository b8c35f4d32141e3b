use shaped::prelude::*;

fn centred<L: Shape, D: Size>(x: &Tensor<f32, (L, D)>) -> Tensor<f32, (L, D)> {
    x - x.mean(Axis::<-1>)
}

fn main() {
    centred(&Tensor::<f32, shape![4, 3]>::ones());
}
