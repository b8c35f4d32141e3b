use shaped::prelude::*;

axis!(Height);
axis!(Width);

#[test]
fn compiles_and_runs() {
    let pictures = Tensor::<f32, shape![8, Height, Width, 3]>::zeros_with((Height(48), Width(64)));
    let weights: Tensor<f32, shape![16, 3, 3, 3]> = Tensor::zeros();
    let y = pictures.permute(axes![0, 3, 1, 2]).conv2d(&weights, Conv::same());
    assert_eq!(y.sizes(), [8, 16, 48, 64]);
}
