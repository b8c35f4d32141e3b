use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let pixels: Tensor<f32, shape![2, 32, 32, 3]> = Tensor::zeros();
    assert_eq!(rearrange!(pixels; b (h p) w c -> b h p w c; h = 4, p = 8).sizes(), [2, 4, 8, 32, 3]);
}
