use shaped::prelude::*;

fn main() {
    let mut cache: Tensor<f32, shape![2, 8]> = Tensor::zeros();
    let key: Tensor<f32, shape![2, 1]> = Tensor::ones();
    cache.narrow(Axis::<1>, 5, One).copy_from(&key);
    println!("{cache:?}");
}
