use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let pixels: Tensor<f32, shape![32, 32, 3]> = Tensor::zeros();
    assert_eq!(rearrange!(pixels; h w c -> c h w).sizes(), [3, 32, 32]);
}
