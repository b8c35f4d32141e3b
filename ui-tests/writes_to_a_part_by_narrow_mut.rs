use shaped::prelude::*;

fn main() {
    let mut cache: Tensor<f32, shape![8, 10]> = Tensor::zeros();
    let columns: Tensor<f32, shape![8, 2]> = Tensor::ones();
    cache.narrow_mut(Axis::<1>, 3, Dim::<2>).copy_from(&columns);
}
