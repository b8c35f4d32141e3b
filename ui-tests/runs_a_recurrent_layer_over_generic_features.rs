use shaped::{nn::*, prelude::*};

fn run<B: Size, T: Size, E: Size, D: StaticSize>(
    layer: &Lstm<D, D>,
    x: &Tensor<f32, shape![B, T, E]>,
) {
    layer.forward(x);
}

fn main() {
    let layer = Lstm::<dim!(8), dim!(8)>::default();
    run(&layer, &Tensor::<f32, shape![2, 5, 8]>::ones());
}
