use shaped::prelude::*;

fn main() {
    let features: Tensor<f32, shape![8, 64, 14, 14]> = Tensor::zeros();
    let _ = features.avg_pool2d(Pool::new(Dim::<3>).padding(Dim::<2>));
}
