use shaped::prelude::*;

macro_rules! residual {
    ($x:expr, $y:expr) => {
        &$x + &$y
    };
}

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![32, 64]> = Tensor::ones();
    let y: Tensor<f32, shape![32, 64]> = Tensor::ones();
    let _ = residual!(x, y);
}
