use shaped::prelude::*;

fn heads<B: Size, D: StaticSize>(x: &Tensor<f32, shape![B, D]>) -> Tensor<f32, shape![B, 8, 64]> {
    x.unflatten(Axis::<-1>, (Dim::<8>, Dim::<64>)).to_tensor()
}

fn main() {}
