use shaped::prelude::*;

fn features<B: Size, H: StaticSize, W: StaticSize>(
    images: &Tensor<f32, shape![B, 3, H, W]>,
    weights: &Tensor<f32, shape![16, 3, 5, 5]>,
) {
    let _ = images.conv2d(weights, Conv::new());
}

fn main() {
    features(&Tensor::<f32, shape![8, 3, 32, 32]>::zeros(), &Tensor::zeros());
}
