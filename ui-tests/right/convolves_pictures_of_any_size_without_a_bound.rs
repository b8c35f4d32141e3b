use shaped::prelude::*;

fn features<H: Size, W: Size>(
    pictures: &Tensor<f32, shape![3, H, W]>,
    weights: &Tensor<f32, shape![16, 3, 5, 5]>,
) -> Tensor<f32, shape![16, H, W]> {
    pictures.conv2d(weights, Conv::same())
}

axis!(Height);

#[test]
fn compiles_and_runs() {
    assert_eq!(features(&Tensor::<f32, shape![3, 32, 32]>::zeros(), &Tensor::zeros()).sizes(), [16, 32, 32]);
    let picture: Tensor<f32, shape![3, Height, 32]> = Tensor::zeros_with(Height(7));
    assert_eq!(features(&picture, &Tensor::zeros()).sizes(), [16, 7, 32]);
}
