use shaped::{nn::*, prelude::*};

fn normal<B: Size, C: StaticSize, D: StaticSize, H: Size, W: Size>(
    x: &Tensor<f32, shape![B, C, H, W]>,
    norm: &BatchNorm2d<D>,
) {
    let _ = norm.forward(x);
}

fn main() {
    normal(&Tensor::<f32, shape![1, 3, 8, 8]>::zeros(), &BatchNorm2d::<dim!(3)>::default());
}
