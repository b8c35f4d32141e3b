use shaped::prelude::*;

fn features<H: Size, W: Size>(
    pictures: &Tensor<f32, shape![3, H, W]>,
    weights: &Tensor<f32, shape![16, 3, 5, 5]>,
) {
    let _ = pictures.conv2d(weights, Conv::new());
}

fn main() {
    features(&Tensor::<f32, shape![3, 32, 32]>::zeros(), &Tensor::zeros());
}
