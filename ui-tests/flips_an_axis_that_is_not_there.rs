use shaped::prelude::*;

fn main() {
    let picture: Tensor<f32, shape![28, 28]> = Tensor::zeros();
    let _ = picture.flip(Axis::<2>);
}
