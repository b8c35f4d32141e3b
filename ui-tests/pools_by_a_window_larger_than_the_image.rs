use shaped::prelude::*;

fn main() {
    let features: Tensor<f32, shape![8, 512, 7, 2]> = Tensor::zeros();
    let _ = features.max_pool2d(Pool::new(Dim::<3>));
}
