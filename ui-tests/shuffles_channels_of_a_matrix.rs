// Channels, height and width are three axes.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![8, 8]> = Tensor::zeros();
    let _ = x.pixel_shuffle(Dim::<2>);
}
