use shaped::prelude::*;

fn both<B: Size, N: Size, D: StaticSize, E: StaticSize>(
    x: &Tensor<f32, shape![B, D]>,
    y: &Tensor<f32, shape![N, E]>,
) {
    let _ = x.concat(y, Axis::<-1>);
}

fn main() {
    both(&Tensor::<f32, shape![3, 8]>::zeros(), &Tensor::<f32, shape![3, 2]>::zeros());
}
