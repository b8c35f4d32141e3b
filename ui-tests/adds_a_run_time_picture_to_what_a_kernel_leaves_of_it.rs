use shaped::prelude::*;

axis!(Height);
axis!(Width);

fn main() {
    let picture = Tensor::<f32, shape![16, Height, Width]>::zeros_with((Height(480), Width(640)));
    let weights: Tensor<f32, shape![16, 16, 3, 3]> = Tensor::zeros();
    let _ = &picture + picture.conv2d(&weights, Conv::new());
}
