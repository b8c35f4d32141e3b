use shaped::prelude::*;

fn main() {
    let features: Tensor<f32, shape![6, 32, 32]> = Tensor::zeros();
    let _ = features.pixel_shuffle(Dim::<2>);
}
