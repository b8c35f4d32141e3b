use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let pixels: Tensor<f32, shape![2, 32, 32, 3]> = Tensor::zeros();
    assert_eq!(rearrange!(pixels; b h w c -> b (h w) c).mean(Axis::<-1>).sizes(), [2, 1024]);
}
