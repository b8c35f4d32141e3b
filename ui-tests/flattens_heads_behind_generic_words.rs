use shaped::prelude::*;

fn join<B: Size, N: Size>(x: &Tensor<f32, shape![B, 8, N, 16]>) -> Tensor<f32, shape![B, 8, 128]> {
    x.flatten_axes(Axis::<2>, Axis::<3>).to_tensor()
}

fn main() {
    join(&Tensor::<_, shape![2, 8, 10, 16]>::ones());
}
