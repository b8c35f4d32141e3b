use shaped::prelude::*;

macro_rules! residual {
    ($x:expr, $y:expr) => {
        &$x + &$y
    };
}

fn main() {
    let x: Tensor<f32, shape![32, 64]> = Tensor::ones();
    let y: Tensor<f32, shape![32, 48]> = Tensor::ones();
    let _ = residual!(x, y);
}
