use shaped::prelude::*;

fn both<B: Size, D: StaticSize, E: StaticSize>(
    x: &Tensor<f32, shape![B, D]>,
    y: &Tensor<f32, shape![B, E]>,
) {
    let _ = x.stack(y, Axis::<0>);
}

fn main() {
    both(&Tensor::<f32, shape![3, 8]>::zeros(), &Tensor::<f32, shape![3, 8]>::zeros());
}
