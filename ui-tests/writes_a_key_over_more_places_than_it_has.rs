use shaped::prelude::*;

fn main() {
    let mut cache: Tensor<f32, shape![8, 512, 64]> = Tensor::zeros();
    let keys: Tensor<f32, shape![8, 3, 64]> = Tensor::ones();
    cache.view_mut().part().narrow(Axis::<1>, 2, Dim::<4>).copy_from(&keys);
}
