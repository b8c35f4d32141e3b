use shaped::prelude::*;

fn main() {
    let images: Tensor<f32, shape![8, 3, 32, 32]> = Tensor::ones();
    let smaller = images.avg_pool(Pool::new(Dim::<2>));
}
