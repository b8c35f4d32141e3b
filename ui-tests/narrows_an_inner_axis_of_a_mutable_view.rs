// NumPy: cache[:, 2:3] = key
use shaped::prelude::*;

fn main() {
    let mut cache: Tensor<f32, shape![8, 512, 64]> = Tensor::zeros();
    let key: Tensor<f32, shape![8, 1, 64]> = Tensor::ones();
    cache.view_mut().narrow(Axis::<1>, 2, One).copy_from(&key);
}
