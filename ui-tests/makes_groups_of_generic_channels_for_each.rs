use shaped::{nn::*, prelude::*};

fn deep<B: Size, E: StaticSize>(
    layer: &Conv2d<E, E, dim!(3), Conv<One, One, One, E>>,
    x: &Tensor<f32, shape![B, E, 8, 8]>,
) -> Tensor<f32, shape![B, E, 8, 8]> {
    layer.forward(x)
}

fn main() {
    deep(&Conv2d::default(), &Tensor::<f32, shape![2, 16, 8, 8]>::ones());
}
