use shaped::prelude::*;

fn features<B: Size, H: StaticSize, W: StaticSize>(
    images: &Tensor<f32, shape![B, 3, H, W]>,
    weights: &Tensor<f32, shape![16, 3, 5, 5]>,
) where
    shape![B, 3, H, W]: shaped::Convolve2d<shape![16, 3, 5, 5], Conv>,
{
    let _ = images.conv2d(weights, Conv::new());
}

#[test]
fn compiles_and_runs() {
    features(&Tensor::<f32, shape![8, 3, 32, 32]>::zeros(), &Tensor::zeros());
}
