use shaped::prelude::*;

axis!(Height);
axis!(Width);

fn main() {
    let pictures = Tensor::<f32, shape![8, Height, Width, 3]>::zeros_with((Height(48), Width(64)));
    let weights: Tensor<f32, shape![16, 3, 3, 3]> = Tensor::zeros();
    let _ = pictures.conv2d(&weights, Conv::same());
}
